//! Places that players choose, for whoever is to stand there and for whatever is to lie there.

mod laying;
mod leeway;
mod spots;
