/**
 * How the games are played, in Japanese.
 * @module
 */

/** @type {Record<string, string>} */
export const how = {
  "page.how": "遊び方",
  "how.title": "{game}の遊び方",
  "how.which": "ゲームを選んでください。",
  "how.close": "卓に戻る",
  // Agurk
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
  // Hanafuda
  "how.hanafuda.months.title": "12か月、4枚ずつ",
  "how.hanafuda.months": "同じ月の札は同じ草花で、互いに合います。設定で札に月の数字を表示できます。",
  "how.hanafuda.months.a_month": "3月：桜",
  "how.hanafuda.turn.title": "あなたの番",
  "how.hanafuda.turn":
    "手札から好きな1枚を出します。場に同じ月の札があれば取り（2枚なら選び、3枚ならすべて）、なければ場に置きます。続いて山札を1枚めくり、同じようにします。",
  "how.hanafuda.turn.in_hand": "出す札",
  "how.hanafuda.turn.takes": "同じ月：取れる",
  "how.hanafuda.turn.not": "違う月",
  "how.hanafuda.values.title": "札の点",
  "how.hanafuda.values": "取り札の点が最も多い人がその回の勝ち。ふつうは勝者が全員の点を得て、ほかの人は0点です。",
  "how.hanafuda.values.bright": "光 20",
  "how.hanafuda.values.animal": "タネ 10",
  "how.hanafuda.values.ribbon": "短冊 5",
  "how.hanafuda.values.chaff": "カス 1",
  "how.hanafuda.hiki.title": "引き：ひと月まるごと",
  "how.hanafuda.hiki": "ある月の札が場にあり、残りすべてを手に持っていれば、1枚出す代わりにボタンで4枚とも取れます。",
  "how.hanafuda.hiki.in_hand": "手札",
  "how.hanafuda.hiki.takes": "場の札",
  "how.hanafuda.storm.title": "嵐",
  "how.hanafuda.storm":
    "柳のカス（鬼札）は場のどの札でも1枚取れます。ただし同じ月が3枚並ぶ札と、誰かの引きになる月の札は取れません。",
  "how.hanafuda.storm.in_hand": "鬼札",
  "how.hanafuda.storm.takes": "どの札でも",
  "how.hanafuda.end.title": "回の終わり",
  "how.hanafuda.end":
    "手札か山札がなくなると終わり。8枚の手札が四組、または二か月揃いなら、その場で勝ちです。勝者が次の親になり、先に出します。",
  // Koi-Koi
  "how.koikoi.aim.title": "役を作る",
  "how.koikoi.aim": "役は、取った札の組み合わせです。下に一覧があり、近い役は卓の横に表示されます。",
  "how.koikoi.aim.a_yaku": "役の例：猪鹿蝶",
  "how.koikoi.turn.title": "あなたの番",
  "how.koikoi.turn":
    "手札から好きな1枚を出します。場に同じ月（同じ草花）の札があれば取り、なければ場に置きます。2枚なら選び、3枚ならすべて取ります。続いて山札を1枚めくり、同じようにします。",
  "how.koikoi.turn.in_hand": "出す札",
  "how.koikoi.turn.takes": "同じ紅葉：取れる",
  "how.koikoi.turn.not": "違う草花",
  "how.koikoi.choice.title": "勝負か、こいこいか",
  "how.koikoi.choice":
    "役ができるか増えたら決めます。「勝負」ならその回は終わり、得点します。「こいこい」なら続けて点を伸ばします。ただし相手が先にあがると、あなたは0点です。",
  "how.koikoi.points.title": "倍になるとき",
  "how.koikoi.points":
    "7点以上は2倍、相手がこいこいをしていればさらに2倍。得点するのは勝負した人だけ。勝者が次の親になり先に出します。全回を終えて点の多い人の勝ちです。",
  "how.koikoi.yaku": "役の一覧",
  "how.koikoi.yaku.animals": "どれでも5枚、1枚増えるごとに1点",
  "how.koikoi.yaku.ribbons": "どれでも5枚、1枚増えるごとに1点",
  "how.koikoi.yaku.chaff": "10枚（盃も数える）、1枚増えるごとに1点",
  // Dafaza
  "how.dafaza.aim.title": "最後の一巡を取る",
  "how.dafaza.aim":
    "四人で、手札10枚と100点から始めます。最後の一巡を取った人がその局の勝者。ほかの人は払いますが、山を多く取るほど少なくなります。",
  "how.dafaza.cards.title": "月と種類",
  "how.dafaza.cards":
    "4月と5月を除く花札40枚。強さは月だけで決まり、1月が最強、12月が最弱。カスは「カス○」、ほかはすべて「カリスマ★」です。",
  "how.dafaza.cards.strong_to_weak": "1、2、3…12月：左ほど強い",
  "how.dafaza.cards.kasu": "カス○",
  "how.dafaza.cards.charisma": "カリスマ★",
  "how.dafaza.lead.title": "最初に出す人",
  "how.dafaza.lead": "同じ月の札を1〜4枚、表で出します。最初は親、あとは前の場を取った人からです。",
  "how.dafaza.lead.one": "1枚",
  "how.dafaza.lead.same": "同じ月",
  "how.dafaza.lead.mixed": "違う月",
  "how.dafaza.follow.title": "勝負するか、伏せるか",
  "how.dafaza.follow":
    "時計回りに同じ枚数を出します。勝負：今の最強より強い一つの月で、カスとカリスマの枚数を最初の札と同じにします。または好きな札を伏せます。伏せた札は最後まで誰にも見えません。",
  "how.dafaza.follow.table": "最初の札",
  "how.dafaza.follow.beats": "強い、★と○",
  "how.dafaza.follow.suits": "○と○：伏せるだけ",
  "how.dafaza.follow.weaker": "弱い：伏せるだけ",
  "how.dafaza.follow.fold": "伏せ札",
  "how.dafaza.last.title": "山と最後の一巡",
  "how.dafaza.last":
    "2枚ずつの場を取れば2山、のように数えます。最後の一巡が1枚出しなら、山のない人は伏せるしかありません。",
  "how.dafaza.pay.title": "支払い",
  "how.dafaza.pay":
    "敗者は「5−山の数」を払い、山なしは7点。6山以上なら逆に勝者からもらいます。勝者は次の親。親の倍率（連勝数＋1）は、親が勝てばほかの人の支払いに、負ければ親の支払いにかかります。",
  "how.dafaza.special.title": "特別な勝ち方",
  "how.dafaza.special": "その場で全員からもらいます。最後の一巡では、代わりに敗者の支払いが倍になります。",
  "how.dafaza.special.three": "同種三枚（11・12月）：3点、最後は×3",
  "how.dafaza.special.four": "1・2・3・6月の四枚：4点、最後は×4",
  "how.dafaza.special.steel": "鋼の心：12月1枚で最後の一巡を取る、×2",
  "how.dafaza.special.retaliation": "報復：最後の一巡の12月1枚に11月で勝つ、出した人は×2",
  "how.dafaza.dealt.title": "配られて即勝ちの手",
  "how.dafaza.dealt": "全員からもらいます。五光に盃がつくと10点、猪鹿蝶か赤短・青短がつくと50点。",
  "how.dafaza.dealt.lights": "五光：5点",
  "how.dafaza.dealt.animals": "猪鹿蝶と花・月・盃：10点",
  "how.dafaza.dealt.ribbons": "赤短と青短：10点",
};
