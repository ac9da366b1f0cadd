/**
 * The words of Agurk in Japanese.
 * @module
 */

/** @type {Record<string, string>} */
export const ja = {
  "game.agurk": "アグルク",
  "game.agurk.words": "二人から七人。最後に低い札を残すこと。",
  "reason.last_one_in": "ほかの全員が脱落しました。",
  "reason.lowest_penalty": "全員が同時に脱落し、罰点の最も低い人の勝ちです。",
  "reason.drawn": "同点のためくじで決まりました。",
  "agurk.round": "第{round}ラウンド：手札{size}枚",
  "agurk.cycle": "今の場",
  "agurk.dealing": "次のラウンドを配っています。",
  "agurk.leads": "{name}さんから始めます。",
  "agurk.sum": "{limit}点中{sum}点",
  "agurk.out": "{sum}点で脱落",
  "agurk.lead": "あなたが最初です。1枚、または同じ数字を複数枚。1枚は残すこと。",
  "agurk.follow": "{count}枚出します。すべて{card}以上か、手札の一番低い札ちょうど。",
  "agurk.too_low": "低すぎます。場の最高以上か、手札の一番低い札だけ出せます。",
  "agurk.play": "{cards}を出す",
  "agurk.choose": "札を選んでください",
  "agurk.event.played": "{name}さんが{cards}を出しました。",
  "agurk.event.cycle_ended": "{name}さんが場を取りました。",
  "agurk.event.turned": "最後の札：{cards}。",
  "agurk.event.penalties": "罰点：{cards}。",
  "agurk.event.drawn": "同点のため引いた札：{cards}。",
  "agurk.event.dealt": "第{round}ラウンド、手札{size}枚。",
  "agurk.event.out": "{name}さんは{sum}点で脱落。",
  "agurk.event.player_one": "次は{name}さんから。",
  "agurk.event.leads": "{name}さんから始めます。",
  "agurk.event.left": "{name}さんが退席しました。",
  "how.agurk.aim.title": "最後に一番高い札を残さない",
  "how.agurk.aim":
    "各ラウンド、手札が1枚になるまで出し合います。残した1枚を公開し、一番高い人はその数字が罰点に、一番低い人は次のラウンドで最初に出します。",
  "how.agurk.aim.penalty": "最高：罰点13",
  "how.agurk.aim.first": "最低：次に最初",
  "how.agurk.ranks.title": "札の強さ",
  "how.agurk.ranks": "2〜10は数字のまま、J＝11、Q＝12、K＝13、A＝14、ジョーカー＝15。マークは関係ありません。",
  "how.agurk.ranks.low_to_high": "左ほど低い",
  "how.agurk.lead.title": "最初に出す人",
  "how.agurk.lead": "1枚、または同じ数字を複数枚出します。手札は必ず1枚残します。",
  "how.agurk.lead.one": "1枚",
  "how.agurk.lead.same": "同じ数字",
  "how.agurk.lead.mixed": "違う数字",
  "how.agurk.follow.title": "続く人",
  "how.agurk.follow":
    "時計回りに同じ枚数を出します。すべて場の最高以上か、手札の一番低い札ちょうど。その間は出せません。",
  "how.agurk.follow.table": "場の札",
  "how.agurk.follow.high": "同じか高い",
  "how.agurk.follow.lowest": "手札の最低",
  "how.agurk.follow.between": "低く、最低でもない",
  "how.agurk.round.title": "最高を出した人が次の最初",
  "how.agurk.round": "最高の札を出した人（同じなら後の人）が次に最初に出します。手札は7、6、5…1、2…6枚と変わります。",
  "how.agurk.end.title": "21点を超えると脱落",
  "how.agurk.end":
    "ちょうど21点は残ります。残した札が全員同じ数字なら全員に罰点。最後まで残った人の勝ち。全員が同時に脱落したら罰点の低い人の勝ちです。",
};
