/**
 * How the games are played, in English.
 * @module
 */

/** @type {Record<string, string>} */
export const how = {
  "page.how": "How to play",
  "how.title": "How to play {game}",
  "how.which": "Choose a game.",
  "how.close": "Back to the table",
  // Agurk
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
  // Hanafuda
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
  // Koi-Koi
  "how.koikoi.aim.title": "Collect yaku",
  "how.koikoi.aim":
    "Yaku are sets of cards that you have taken; they are shown below. The table tells which ones are near.",
  "how.koikoi.aim.a_yaku": "a yaku: boar, deer, butterflies",
  "how.koikoi.turn.title": "Your turn",
  "how.koikoi.turn":
    "Play any card of your hand. It takes a card of its month (its plant) from the field, or stays " +
    "there. Of two you choose one, of three you get all. Then the top of the stock is turned, and does " +
    "the same.",
  "how.koikoi.turn.in_hand": "you play",
  "how.koikoi.turn.takes": "taken: maple too",
  "how.koikoi.turn.not": "another plant",
  "how.koikoi.choice.title": "Stop, or koi-koi?",
  "how.koikoi.choice":
    "With a new or better yaku you decide. Stop: the round ends, and you score. Koi-koi: you play on for " +
    "more. But if the other stops first, you get nothing.",
  "how.koikoi.points.title": "Doubled",
  "how.koikoi.points":
    "Seven points or more count double; and double again if the other has called koi-koi. Only who stops " +
    "scores. The winner deals and begins the next round; the most points after all rounds win.",
  "how.koikoi.yaku": "The yaku",
  "how.koikoi.yaku.animals": "any five; each more: 1",
  "how.koikoi.yaku.ribbons": "any five; each more: 1",
  "how.koikoi.yaku.chaff": "any ten, the sake cup too; each more: 1",
  // Dafaza
  "how.dafaza.aim.title": "Win the last trick",
  "how.dafaza.aim":
    "Four players, ten cards and 100 points each. Who wins the last trick wins the hand; the others pay, " +
    "and less the more stacks they took.",
  "how.dafaza.cards.title": "Months and suits",
  "how.dafaza.cards":
    "40 flower cards, without April and May. Only the month makes strong: January most, December least. " +
    "Plain cards are kasu ○, all others charisma ★.",
  "how.dafaza.cards.strong_to_weak": "1, 2, 3 … 12: from strong to weak",
  "how.dafaza.cards.kasu": "kasu ○",
  "how.dafaza.cards.charisma": "charisma ★",
  "how.dafaza.lead.title": "Who leads",
  "how.dafaza.lead":
    "The leader shows 1 to 4 cards of one month. The parent leads first, then who won the trick before.",
  "how.dafaza.lead.one": "one",
  "how.dafaza.lead.same": "one month",
  "how.dafaza.lead.mixed": "two months",
  "how.dafaza.follow.title": "Beat or fold",
  "how.dafaza.follow":
    "The others play as many, clockwise. Beat: of one month that is stronger than the best so far, with " +
    "as many kasu and charisma as were led. Or fold any cards, face down: nobody ever sees them.",
  "how.dafaza.follow.table": "led",
  "how.dafaza.follow.beats": "stronger, ★ and ○",
  "how.dafaza.follow.suits": "○ and ○: only fold",
  "how.dafaza.follow.weaker": "weaker: only fold",
  "how.dafaza.follow.fold": "a fold",
  "how.dafaza.last.title": "Stacks, and the last trick",
  "how.dafaza.last":
    "A trick of two cards each is two stacks for its winner, and so on. If the last trick is led with a " +
    "single card, who has no stack must fold.",
  "how.dafaza.pay.title": "Paying",
  "how.dafaza.pay":
    "A loser pays 5 less the stacks taken, and 7 without any; with six or more the winner pays them. The " +
    "winner is the next parent. A parent's factor (hands won in a row and one) multiplies what the " +
    "others pay if the parent wins, else what the parent pays.",
  "how.dafaza.special.title": "Special wins",
  "how.dafaza.special": "Paid by everyone at once; in the last trick they multiply what the losers pay instead.",
  "how.dafaza.special.three": "three of one suit (11 or 12): 3, last ×3",
  "how.dafaza.special.four": "all four of 1, 2, 3 or 6: 4, last ×4",
  "how.dafaza.special.steel": "steel heart: a single 12 wins the last trick, ×2",
  "how.dafaza.special.retaliation": "retaliation: 11 beats a single 12 in the last trick, its leader pays ×2",
  "how.dafaza.dealt.title": "Dealt hands that win at once",
  "how.dafaza.dealt":
    "From everyone; five lights with the cup 10, with boar, deer, butterfly or three such ribbons 50.",
  "how.dafaza.dealt.lights": "five lights: 5",
  "how.dafaza.dealt.animals": "boar, deer, butterfly and cherry, moon, cup: 10",
  "how.dafaza.dealt.ribbons": "red and blue ribbons: 10",
};
