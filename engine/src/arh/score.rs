//! The score: the specification's "Scoring model".

use super::finding::Tally;
use super::rules::Category;
use crate::order::sort_by;

/// What one category contributes to the score, and why.
#[derive(Clone, Debug)]
pub struct CategoryScore {
    /// The category.
    pub category: Category,
    /// Why it has no say in the score; `None` where it has.
    pub reason: Option<&'static str>,
    /// The category's own score from 0 to 100, unrounded; `None` where not applicable.
    pub score: Option<f64>,
    /// Checks passed; for safety, texts less violations; for grounding, cited responses.
    pub passed: u64,
    /// Checks made; for safety, texts searched; for grounding, responses that ask for it.
    pub total: u64,
    /// For grounding, the minimum share of cited responses.
    pub minimum: Option<f64>,
    /// The category's weight among all seven.
    pub weight: f64,
    /// Its weight among the applicable ones, from 0 to 1.
    pub effective_weight: f64,
    /// What it adds to the score: effective weight times score.
    pub contribution: f64,
}

impl CategoryScore {
    /// Whether the category has a say in the score.
    pub fn applicable(&self) -> bool {
        self.score.is_some()
    }
}

impl Category {
    /// The weight before renormalisation.
    pub const fn weight(self) -> f64 {
        match self {
            Category::Schema | Category::Budget => 0.3,
            Category::Safety | Category::Sequence => 0.25,
            Category::Grounding => 0.15,
            Category::Flow => 0.2,
            Category::Completion => 0.1,
        }
    }
}

/// Scores the categories, given in scoring order, and all together from 0 to 100.
///
/// Weights and products are added in scoring order, in doubles: a clean trace can be a hair below 100.
pub(super) fn score(tallies: [(Category, Tally); 7]) -> ([CategoryScore; 7], f64) {
    let mut weights = 0.0;
    let mut products = 0.0;
    for (category, tally) in &tallies {
        if let Some(score) = tally.score() {
            weights += category.weight();
            products += category.weight() * score;
        }
    }
    let total = if weights == 0.0 {
        100.0
    } else {
        products / weights
    };
    let categories = tallies.map(|(category, tally)| {
        let score = tally.score();
        let (reason, passed, total, minimum) = match tally {
            Tally::NotApplicable(reason) => (Some(reason), 0, 0, None),
            Tally::Checks { passed, total } => (None, passed, total, None),
            Tally::Coverage {
                cited,
                grounded,
                minimum,
            } => (None, cited, grounded, Some(minimum)),
        };
        let effective_weight = if score.is_some() {
            category.weight() / weights
        } else {
            0.0
        };
        CategoryScore {
            category,
            reason,
            score,
            passed,
            total,
            minimum,
            weight: category.weight(),
            effective_weight,
            contribution: effective_weight * score.unwrap_or(0.0),
        }
    });
    (categories, total)
}

/// Rounds to some decimal places the way the reference does: half to even on the exact value of the double.
pub fn round(value: f64, places: usize) -> f64 {
    if !value.is_finite() {
        return value;
    }
    format!("{value:.places$}").parse().unwrap_or(value)
}

/// The contributions as shown, in hundredths: rounded by largest remainder, so that they add up to the score as
/// shown.
pub fn shown_contributions(categories: &[CategoryScore; 7], score: f64) -> [i64; 7] {
    let hundredths = |value: f64| value * 100.0;
    let mut shown = categories
        .each_ref()
        .map(|category| hundredths(category.contribution).floor() as i64);
    let target = hundredths(round(score, 2)).round() as i64;
    let mut order: Vec<usize> = (0..categories.len())
        .filter(|index| categories[*index].applicable())
        .collect();
    let remainder = |index: usize| hundredths(categories[index].contribution) - shown[index] as f64;
    sort_by(&mut order, |a, b| remainder(*b).total_cmp(&remainder(*a)));
    let missing = target - shown.iter().sum::<i64>();
    for index in order
        .into_iter()
        .take(usize::try_from(missing).unwrap_or(0))
    {
        shown[index] += 1;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_half_to_even_on_the_exact_double() {
        for (value, rounded) in [
            (0.125, 0.12),
            (0.375, 0.38),
            (2.675, 2.67),
            (1.005, 1.0),
            (66.66666, 66.67),
            (99.99999999999999, 100.0),
        ] {
            assert_eq!(round(value, 2), rounded, "{value}");
        }
    }

    #[test]
    fn shown_contributions_add_up() {
        let checks = |passed, total| Tally::Checks { passed, total };
        let (categories, total) = score([
            (Category::Schema, checks(2, 3)),
            (Category::Budget, checks(1, 3)),
            (Category::Safety, checks(1, 7)),
            (
                Category::Grounding,
                Tally::Coverage {
                    cited: 1,
                    grounded: 3,
                    minimum: 0.5,
                },
            ),
            (Category::Sequence, checks(1, 6)),
            (Category::Flow, Tally::NotApplicable("")),
            (Category::Completion, checks(1, 1)),
        ]);
        let shown = shown_contributions(&categories, total);
        assert_eq!(
            shown.iter().sum::<i64>(),
            (round(total, 2) * 100.0).round() as i64
        );
        let sum: f64 = categories
            .iter()
            .map(|category| category.contribution)
            .sum();
        assert!((sum - total).abs() < 1e-9);
    }
}
