//! How troops stand, and what the ground does to them.

use crate::hir::{Expr, ExprKind, Form, GroundCost, LocalId, Measure, Terrain};
use crate::speech::phrase::english::{list, plural};
use crate::speech::said::Said;
use crate::speech::voice::Voice;
use crate::table::Drill;

impl Voice<'_> {
    /// The shape of a formation, a sentence or several.
    pub(in crate::speech) fn form(&self, form: &Form) -> Vec<Said> {
        let Form { state: _, loose, gaps, ranks, fronts, open, drills, lost, first: _, line } = form;
        let mut parts = Vec::new();
        let apart = |(gap, whom): &(i64, Option<(LocalId, Expr)>)| {
            format!("{} apart{}", self.amount(*gap, Measure::Inches), self.whom(whom.as_ref(), "if"))
        };
        let apart = gaps.iter().map(apart).collect::<Vec<_>>().join(", otherwise ");
        if *loose {
            parts.push(format!("its {} stand loose, at most {apart}", plural(&self.piece())));
        } else if !gaps.is_empty() {
            parts.push(format!("those side by side stand {apart}"));
        }
        let in_ranks = !*loose && !drills.contains(&Drill::Outwards);
        if in_ranks || *ranks != (1, 1) && *ranks != (0, 0) {
            parts.push(format!("it has {} ranks", between(ranks.0, ranks.1)));
        }
        parts.extend(drills.iter().map(|m| m.said().to_owned()));
        let mut says = vec![list(&parts, "and")];
        if !fronts.is_empty() {
            let wide = |(least, most, whom): &(u8, u8, Option<(LocalId, Expr)>)| {
                let of = if *most == 1 { self.piece() } else { plural(&self.piece()) };
                format!("{} {of} wide{}", between(*least, *most), self.whom(whom.as_ref(), "if"))
            };
            says.push(format!("its front is {}", fronts.iter().map(wide).collect::<Vec<_>>().join(", otherwise ")));
        }
        says.extend(lost.map(|lost| format!("whoever can no longer stand so becomes {}", self.state(lost))));
        let says = says.into_iter().filter(|t| !t.is_empty());
        let mut out: Vec<Said> = says.map(|t| Said::new(t, line.at).citing(&line.cites)).collect();
        if let Some((word, test)) = open {
            self.call(*word, format!("the {}", self.kind_of_word(*word)));
            out.push(Said::new(format!("it can be taken only if {}", self.clause(test)), test.at));
        }
        out
    }

    /// What a sort of ground does, each a sentence.
    pub(in crate::speech) fn ground(&self, terrain: &Terrain) -> Vec<Said> {
        let Terrain { name: _, costs, blocks, shelters, raised, by_leader, line } = terrain;
        let mut out = Vec::new();
        let mut says = |text: String| out.push(Said::new(text, line.at));
        if *raised {
            says("its ground is raised".into());
        }
        if *by_leader {
            says("all reach it whose leader does".into());
        }
        if *blocks {
            says("it blocks sight".into());
        }
        if let Some(far) = shelters {
            says(format!("whoever stands within {} behind it cannot be seen over it", self.amount(*far, Measure::Inches)));
        }
        for (cost, whom) in costs {
            let what = match cost {
                GroundCost::Double => "moving through it costs double the distance".to_owned(),
                GroundCost::HalfRest => "moving through it costs half of what is left of the move".into(),
                GroundCost::Forbidden => "moving through it is forbidden".into(),
                GroundCost::Crossing(far) => format!("crossing it costs {}", self.amount(*far, Measure::Inches)),
                GroundCost::Leaving(far) => format!("leaving it costs {}", self.amount(*far, Measure::Inches)),
                GroundCost::CrossingHalfRest => "crossing it costs half of what is left of the move".into(),
                GroundCost::CrossingForbidden => "crossing it is forbidden".into(),
                GroundCost::CrossingDouble => "crossing it costs double the distance beyond".into(),
            };
            let at = whom.as_ref().map_or(line.at, |(_, test)| test.at);
            out.push(Said::new(format!("{what}{}", self.whom(whom.as_ref(), "if")), at));
        }
        out
    }

    /// ` if the unit is Tall`, ` unless the unit is Tall`
    fn whom(&self, whom: Option<&(LocalId, Expr)>, word: &str) -> String {
        let Some((local, test)) = whom else { return String::new() };
        self.call(*local, format!("the {}", self.kind_of_word(*local)));
        match &*test.kind {
            ExprKind::Not(inner) => format!(" unless {}", self.clause(inner)),
            _ => format!(" {word} {}", self.clause(test)),
        }
    }
}

/// `1 to 3`
fn between(least: u8, most: u8) -> String {
    match (least, most) {
        (a, b) if a == b => a.to_string(),
        (a, u8::MAX) => format!("{a} or more"),
        (a, b) => format!("{a} to {b}"),
    }
}
