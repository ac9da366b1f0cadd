/**
 * The words of Agurk in English.
 * @module
 */

/** @type {Record<string, string>} */
export const en = {
  "game.agurk": "Agurk",
  "game.agurk.words": "Two to seven players; keep a low card for the last.",
  "reason.last_one_in": "All others are out.",
  "reason.lowest_penalty": "All went out in one round; the lowest penalty wins.",
  "reason.drawn": "Drawn among equals.",
  "agurk.round": "Round {round}: {size} cards each",
  "agurk.cycle": "This cycle",
  "agurk.dealing": "The next round is dealt.",
  "agurk.leads": "{name} leads.",
  "agurk.sum": "{sum} of {limit}",
  "agurk.out": "out with {sum}",
  "agurk.lead": "You lead: one card, or several of one rank. Keep at least one.",
  "agurk.follow": "Play {count}: all at least as high as the {card}, or exactly your lowest.",
  "agurk.too_low": "Too low: as high as the highest on the table, or exactly your lowest.",
  "agurk.play": "Play {cards}",
  "agurk.choose": "Choose your cards",
  "agurk.event.played": "{name} plays {cards}.",
  "agurk.event.cycle_ended": "{name} takes the cycle.",
  "agurk.event.turned": "Last cards: {cards}.",
  "agurk.event.penalties": "Penalty: {cards}.",
  "agurk.event.drawn": "Drawn for the lowest: {cards}.",
  "agurk.event.dealt": "Round {round}, {size} cards each.",
  "agurk.event.out": "{name} is out with {sum}.",
  "agurk.event.player_one": "{name} leads the next round.",
  "agurk.event.leads": "{name} leads.",
  "agurk.event.left": "{name} left the match.",
  "how.agurk.aim.title": "Do not end with the highest card",
  "how.agurk.aim":
    "In each round you play cards away until everybody holds one. The last cards are turned over: the " +
    "highest takes its rank as penalty, the lowest leads the next round.",
  "how.agurk.aim.penalty": "highest: 13 points of penalty",
  "how.agurk.aim.first": "lowest: leads next",
  "how.agurk.ranks.title": "Ranks",
  "how.agurk.ranks": "2 to 10 as they are, then jack 11, queen 12, king 13, ace 14, joker 15. Suits do not matter.",
  "how.agurk.ranks.low_to_high": "from low to high",
  "how.agurk.lead.title": "Who leads",
  "how.agurk.lead": "The leader plays one card, or several of one rank, and keeps at least one.",
  "how.agurk.lead.one": "one",
  "how.agurk.lead.same": "a pair",
  "how.agurk.lead.mixed": "two ranks",
  "how.agurk.follow.title": "The others",
  "how.agurk.follow":
    "They play as many cards, clockwise: all at least as high as the highest on the table, or exactly " +
    "their lowest. Nothing in between.",
  "how.agurk.follow.table": "on the table",
  "how.agurk.follow.high": "as high or higher",
  "how.agurk.follow.lowest": "your lowest",
  "how.agurk.follow.between": "too low, and not your lowest",
  "how.agurk.round.title": "The highest leads",
  "how.agurk.round":
    "Who played the highest card leads the next cycle; of equals, the one who played last. Rounds have " +
    "7, 6, 5 … 1, 2 … 6 cards.",
  "how.agurk.end.title": "Above 21 you are out",
  "how.agurk.end":
    "Exactly 21 is still in. All last cards of equal rank: everybody takes theirs. The last one in wins; " +
    "if all go out at once, the lower penalty.",
};
