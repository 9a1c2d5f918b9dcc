//! Which directories each loader reads, in which order.
