//! `yaml-alias-bomb`

use crate::declare_rule;
use crate::lint::{Checker, File, Rule, RuleMeta};

declare_rule! {
    /// ## What it does
    /// Finds frontmatter whose aliases expand beyond a bound.
    ///
    /// ## Why it matters
    /// A few lines of nested anchors and aliases can stand for more values than any memory holds. A runtime that reads such
    /// a file may hang or die.
    ///
    /// ## Example
    /// ```yaml
    /// a: &a [x, x, x, x, x, x, x, x, x]
    /// b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
    /// c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
    /// ```
    /// and so on.
    ///
    /// ## Fix
    /// None: write the values out.
    YamlAliasBomb, "yaml-alias-bomb", Error, fix = No, since = "0.1.0", "the frontmatter's aliases expand without bound"
}

impl Rule for YamlAliasBomb {
    fn meta(&self) -> &'static RuleMeta {
        &Self::META
    }

    fn file(&self, file: File<'_>, cx: &mut Checker<'_>) {
        for problem in file.problems(Self::META.id) {
            let consequence = "it is not read here, and a runtime that reads it may hang or run out of memory";
            cx.report(file.at(problem.span), problem.message.clone(), consequence, "write the values out instead of nesting aliases");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::tester::{FLAT, Tester, files};

    #[test]
    fn yaml_alias_bomb() {
        let mut bomb = String::from("---\na0: &a0 [x]\n");
        for level in 1..9 {
            let list = vec![format!("*a{}", level - 1); 9].join(", ");
            bomb += &format!("a{level}: &a{level} [{list}]\n");
        }
        bomb += "---\nB";
        let tester = Tester::new(&YamlAliasBomb).pass(FLAT, "---\na: &a [x]\nb: [*a, *a]\n---\nB");
        let found = tester.lint(&files(&[(FLAT, &bomb)])).diagnostics;
        assert_eq!(found.len(), 1);
        let report = tester.lint(&files(&[(FLAT, &bomb)]));
        let (start, _) = report.lines(&found[0].place);
        tester.fail(FLAT, &bomb, &[&format!("{}:{} aliases expand to more than 100000 nodes", start.line, start.column)]).check();
    }
}
