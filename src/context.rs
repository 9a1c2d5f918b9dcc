//! What the model is given: always-on text, the catalogue, what a message adds; with token estimates.
