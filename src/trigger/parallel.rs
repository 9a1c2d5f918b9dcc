//! One function over many values, on every processor.

use std::thread;

/// Fewer values than this are not worth starting a thread for.
const SHARE: usize = 64;

/// `f` of each item, in the order of `items`.
pub fn map<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(processors).max(SHARE);
    if items.len() <= share {
        return items.iter().map(f).collect();
    }
    let f = &f;
    thread::scope(|scope| {
        let workers: Vec<_> = items.chunks(share).map(|chunk| scope.spawn(move || chunk.iter().map(f).collect::<Vec<R>>())).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_order_is_kept() {
        for length in [0, 1, 63, 64, 65, 1_000] {
            let items: Vec<usize> = (0..length).collect();
            assert_eq!(super::map(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
    }
}
