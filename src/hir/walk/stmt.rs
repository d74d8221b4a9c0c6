//! What is below statements.

macro_rules! walk_stmts {
    ($iter:ident $($mut:tt)?) => {
        fn walk_stays<W: Walk>(w: &mut W, s: &$($mut)? Stays) {
            match s {
                Stays::Within(a, b) | Stays::Beyond(a, b) => {
                    w.expr(a);
                    w.expr(b);
                }
                Stays::BeyondAll(e, s) => {
                    w.expr(e);
                    w.sel(s);
                }
                Stays::Inside(e) => w.expr(e),
            }
        }

        fn walk_choice<W: Walk>(w: &mut W, c: &$($mut)? Choice) {
            match c {
                Choice::Thing { of, each: _ } => w.sel(of),
                Choice::Number(a, b) => {
                    w.expr(a);
                    w.expr(b);
                }
                Choice::Names(list) => list.$iter().for_each(|(_, e)| w.expr(e)),
                Choice::Place(limits, who) => {
                    limits.$iter().for_each(|(s, _)| walk_stays(w, s));
                    who.$iter().for_each(|e| w.expr(e));
                }
                Choice::Facing | Choice::Edge => {}
            }
        }

        /// How something moves.
        pub fn walk_motion<W: Walk>(w: &mut W, m: &$($mut)? Motion) {
            w.expr(&$($mut)? m.who);
            match &$($mut)? m.course {
                Course::Towards(e) | Course::Away(e) | Course::Contact(e) | Course::Home(e) | Course::Onto(e) => w.expr(e),
                Course::StraightAway(e) | Course::Turn(Turn::UpTo(e) | Turn::To(e) | Turn::Towards(e) | Turn::Wheel(e)) => w.expr(e),
                Course::Aside { angle, less: _ } => w.expr(angle),
                Course::Free | Course::Forward | Course::Ahead | Course::Back | Course::Turn(Turn::About) => {}
            }
            m.distance.$iter().for_each(|d| w.expr(d));
            for (far, whom) in [&$($mut)? m.keeping, &$($mut)? m.ending].into_iter().flatten() {
                w.expr(far);
                w.sel(whom);
            }
            [&$($mut)? m.through, &$($mut)? m.if_surrounded, &$($mut)? m.without].into_iter().flatten().for_each(|s| w.sel(s));
        }

        fn walk_placing<W: Walk>(w: &mut W, p: &$($mut)? Placing) {
            w.expr(&$($mut)? p.who);
            p.spot.$iter().for_each(|e| w.expr(e));
            p.facing.$iter().for_each(|(e, _)| w.expr(e));
            p.limits.$iter().for_each(|(s, _)| walk_stays(w, s));
            p.by.$iter().for_each(|e| w.expr(e));
        }

        fn walk_spend<W: Walk>(w: &mut W, s: &$($mut)? Spend) {
            w.expr(&$($mut)? s.of);
            w.expr(&$($mut)? s.amount);
        }

        fn walk_things<W: Walk>(w: &mut W, list: &$($mut)? [Thing]) {
            for thing in list {
                match thing {
                    Thing::Amount(_, e) | Thing::Formation(e) => w.expr(e),
                    Thing::State(_) | Thing::Rule(_) | Thing::All(_) => {}
                }
            }
        }

        fn walk_loop<W: Walk>(w: &mut W, l: &$($mut)? Loop) {
            w.sel(&$($mut)? l.over);
            for order in &$($mut)? l.order {
                match order {
                    Order::Rank(_, e) | Order::First(e) => w.expr(e),
                }
            }
            l.chosen_by.$iter().for_each(|e| w.expr(e));
        }

        /// A statement.
        pub fn walk_stmt<W: Walk>(w: &mut W, s: &$($mut)? Stmt) {
            use StmtKind as K;
            match &$($mut)? s.kind {
                K::Error | K::Way(_) | K::Again(..) | K::End | K::Wake(_) | K::Note(_) => {}
                K::If(arms, last) => {
                    for (test, block) in arms {
                        w.expr(test);
                        w.block(block);
                    }
                    last.$iter().for_each(|b| w.block(b));
                }
                K::ForEach(l, block) => {
                    walk_loop(w, l);
                    w.block(block);
                }
                K::Happens(card, arms) => {
                    w.expr(card);
                    for (test, call) in arms {
                        w.expr(test);
                        w.call(call);
                    }
                }
                K::Alternate(_, first, test, block) => {
                    w.expr(first);
                    w.expr(test);
                    w.block(block);
                }
                K::Repeat(how, block) => {
                    match how {
                        Repeat::Times(e) | Repeat::While(e) | Repeat::Until(e) => w.expr(e),
                    }
                    w.block(block);
                }
                K::Share(amount, among, by, _, block) => {
                    w.expr(amount);
                    w.sel(among);
                    by.$iter().for_each(|e| w.expr(e));
                    w.block(block);
                }
                K::Take(Take { by, target, .. }) => {
                    w.expr(by);
                    target.$iter().for_each(|e| w.expr(e));
                }
                K::Choose { choice, by, .. } => {
                    walk_choice(w, choice);
                    by.$iter().for_each(|e| w.expr(e));
                }
                K::ChooseApart { choice, .. } => walk_choice(w, choice),
                K::PickAtRandom(_, s) => w.sel(s),
                K::May(Offer { who, spend, block, .. }) => {
                    who.$iter().for_each(|e| w.expr(e));
                    spend.$iter().for_each(|s| walk_spend(w, s));
                    w.block(block);
                }
                K::Spend(s) => walk_spend(w, s),
                K::Stop(Stop::Movement(of)) => of.$iter().for_each(|e| w.expr(e)),
                K::Stop(Stop::This | Stop::Proc(_)) => {}
                K::Give(e)
                | K::Let(_, e)
                | K::Set(_, e)
                | K::Remove(e)
                | K::Withdraw(e)
                | K::Leave(e)
                | K::Reveal(_, e)
                | K::Win(e) => {
                    w.expr(e);
                }
                K::LeaveDeck(e, pile) | K::JoinDeck(e, pile) | K::Draw(_, e, pile) => {
                    w.expr(e);
                    walk_pile(w, pile);
                }
                K::Shuffle(pile) => walk_pile(w, pile),
                K::Do(call, or_else) => {
                    w.call(call);
                    or_else.$iter().for_each(|b| w.block(b));
                }
                K::Gain(e, list) | K::Lose(e, list) => {
                    w.expr(e);
                    walk_things(w, list);
                }
                K::Become(a, b) | K::Store(_, a, b) | K::Lead(a, b) | K::Join(a, b) => {
                    w.expr(a);
                    w.expr(b);
                }
                K::Move(m) => walk_motion(w, m),
                K::Form(f) => {
                    w.expr(&$($mut)? f.who);
                    w.expr(&$($mut)? f.into);
                    f.limit.$iter().for_each(|e| w.expr(e));
                }
                K::Place(p) => walk_placing(w, p),
                K::Gather(s, _, how) => {
                    w.sel(s);
                    match how {
                        Gather::Touching => {}
                        Gather::Pairs(a, b) => [a, b].into_iter().for_each(|e| w.expr(e)),
                        Gather::Alike(list) => list.$iter().for_each(|e| w.expr(e)),
                    }
                }
            }
        }
    };
}
pub(super) use walk_stmts;
