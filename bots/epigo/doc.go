// Package epigo is the bot for Epigo and Islanders.
//
// A turn is a zero-sum game of two secret plans. The bot solves it by double
// oracle: it keeps a few plans of each side, solves their small matrix by regret
// matching+, asks which of all plans answers the mixture best, and adds that one,
// until nobody gains any more or the time is up. One of the mixture's plans is
// then really drawn at random. A fixed plan meets all replies in one sweep of the
// rules' kernel, which is why the generic double oracle, one payoff at a time, is
// not used.
//
// Super slides, Island exits and SLAM are public decisions in mid-turn. Within a
// sweep the owner takes what the evaluation likes best then and there; when the
// bot itself is asked, it weighs the answers against the Orders that the other
// side may still hold.
//
// Positions are judged by a small net ([Net]) that was trained on the bot's own
// games by bots/epigo/tune, and deployments are drawn from a book solved by the
// same command.
package epigo
