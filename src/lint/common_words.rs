//! Which words people write to an agent whatever they are working on, so that a trigger of one such word fires by
//! accident.

/// Everyday words, at most 300, sorted. Chosen so: a word is here when a person who works on some other subject may
/// well write it in a request to a coding agent. Three kinds: what one asks for (`add`, `fix`), what every project has
/// (`code`, `file`), and ordinary words that are also names of products or techniques (`linear`, `go`). A word is not
/// here when it names one subject even to those who do not work on it (`docker`, `kubernetes`, `pytest`).
const WORDS: &str = "
    about account action active add address agent all and another answer any app application apply ask available back base
    best better block book both branch break bug build button call can case change changes chat check class clean clear
    close code column command comment commit common compare complete config connect content context continue copy correct
    create current cursor custom data date day default delete design development different directory do docs document
    documentation does done down draft drive edit email end error every example execute exist expect explain export fail
    feature field file files find first fix flow folder follow for form format from full function general generate get
    give go good group handle have help how if image implement import improve include info information input install
    instead integration issue item job keep key know language large last layout learn level like line linear link list
    load local log look main make manage many match memory merge message method model module more move name need new next
    not note notes number object ok on one only open option order other out output package page part path place plan
    please point problem process product program project prompt provide push question read reason record remove rename
    replace report request resource result return review right role rule run rust same save schedule script search section
    see select send service set setting setup share should show simple single size skill small software solution some
    source space split start state status step stop store string structure style summary support sure system table task
    team template test tests text that the then thing this time title to tool track try type update use user value version
    view want way web what when why with word work workflow write you
";

/// Whether `trigger` is one everyday word, in any letter case.
pub fn is_common(trigger: &str) -> bool {
    WORDS.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(trigger))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_small() {
        let words: Vec<&str> = WORDS.split_ascii_whitespace().collect();
        let out_of_order: Vec<_> = words.windows(2).filter(|pair| pair[0] >= pair[1]).collect();
        assert_eq!(out_of_order, Vec::<&[&str]>::new());
        assert!(words.len() <= 300, "{}", words.len());
        assert!(words.iter().all(|word| word.bytes().all(|b| b.is_ascii_lowercase())));
    }

    #[test]
    fn subjects_are_not_common_words() {
        for word in ["integration", "Linear", "test", "FILE"] {
            assert!(is_common(word), "{word}");
        }
        for word in ["docker", "kubernetes", "pytest", "github", "pull request", "/review", "#regressiontest", "", "résumé"] {
            assert!(!is_common(word), "{word}");
        }
    }
}
