/**
 * The words of Hanafuda in English.
 * @module
 */

/** @type {Record<string, string>} */
export const en = {
  "game.hanafuda": "Hanafuda",
  "game.hanafuda.words": "Match months, gather points; hiki cards and storms.",
  "option.hanafuda.deal": "Cards that are dealt",
  "option.hanafuda.pairs_from_four": "Two pairs and a whole month count as four pairs",
  "option.hanafuda.must_match": "A card that matches must be played",
  "option.hanafuda.storm": "The storm card (lightning)",
  "option.hanafuda.round_end": "A round ends when",
  "option.hanafuda.tie": "Of equals wins",
  "option.hanafuda.scoring": "Who scores in a round",
  "option.hanafuda.match_end": "What ends the match",
  "option.hanafuda.rounds": "Rounds",
  "option.hanafuda.goal": "Goal in points",
  "option.hanafuda.lead": "Lead in points",
  "choice.seed": "by the seed rules",
  "choice.traditional": "traditional",
  "choice.plain": "plain",
  "choice.wild": "takes any month",
  "choice.all_hands": "all hands are empty",
  "choice.immediate": "a hand or the stock is empty",
  "choice.turn": "a turn begins without cards",
  "choice.dealers_left": "the dealer",
  "choice.turn_order": "who plays first",
  "choice.own_points": "everybody their own",
  "choice.winner_takes_all": "the winner all",
  "choice.goal": "points",
  "choice.lead": "points ahead",
  "choice.rounds": "rounds",
  "hanafuda.round.rounds": "Round {round} of {rounds} · {dealer} deals",
  "hanafuda.round.goal": "Round {round}, to {goal} points · {dealer} deals",
  "hanafuda.round.lead": "Round {round}, to a lead of {lead} · {dealer} deals",
  "hanafuda.value": "taken {value}",
  "hanafuda.hiki": "Hiki: take all four of {plant}",
  "hanafuda.since": "Since your move",
  "hanafuda.captures": "Taken in this round",
  "hanafuda.worths": "Bright 20, animal 10, ribbon 5, plain 1. The most takes the round.",
  "hanafuda.wins": "{name} wins the round: +{gained}",
  "hanafuda.tied": "Several had the most.",
  "hanafuda.event.hiki": "{name} takes all of {plant} by hiki.",
  "hanafuda.event.storm": "{name} plays the storm and takes {cards}.",
  "reason.lead": "The lead was reached.",
  "how.hanafuda.months.title": "Twelve months, four cards each",
  "how.hanafuda.months":
    "Cards of one month show one plant, and match. The settings can show the month's number on each card.",
  "how.hanafuda.months.a_month": "March: cherry",
  "how.hanafuda.turn.title": "Your turn",
  "how.hanafuda.turn":
    "Play any card of your hand. It takes a card of its month from the field (of two, the one you " +
    "choose; of three, all), or stays there. Then the top of the stock is turned, and does the same.",
  "how.hanafuda.turn.in_hand": "you play",
  "how.hanafuda.turn.takes": "taken: the same month",
  "how.hanafuda.turn.not": "another month",
  "how.hanafuda.values.title": "What cards are worth",
  "how.hanafuda.values":
    "Who has taken the most wins the round, and as this table usually plays, the points of everybody; " +
    "the others get nothing.",
  "how.hanafuda.values.bright": "bright 20",
  "how.hanafuda.values.animal": "animal 10",
  "how.hanafuda.values.ribbon": "ribbon 5",
  "how.hanafuda.values.chaff": "plain 1",
  "how.hanafuda.hiki.title": "Hiki: a whole month",
  "how.hanafuda.hiki":
    "If some cards of a month lie on the field and you hold all the others, a button lets you take all " +
    "four instead of playing a card.",
  "how.hanafuda.hiki.in_hand": "your hand",
  "how.hanafuda.hiki.takes": "on the field",
  "how.hanafuda.storm.title": "The storm",
  "how.hanafuda.storm":
    "The lightning card takes any one card from the field, but not one of three of a month that lie " +
    "there, and not one of a month that is somebody's hiki.",
  "how.hanafuda.storm.in_hand": "lightning",
  "how.hanafuda.storm.takes": "any card",
  "how.hanafuda.end.title": "The end of a round",
  "how.hanafuda.end":
    "A round ends when hands or stock are empty. Dealt four pairs, or two whole months, in a hand of " +
    "eight: that wins at once. The winner deals next and plays first.",
};
