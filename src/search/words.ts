/**
 * Words that say little about a topic: stop words and framing words, in folded form.
 *
 * None is ever dropped; they only weigh less (constants.ts), so a query made of nothing else still
 * finds. Framing words are those with which people ask for an old session ("where did we talk about").
 * Russian is listed because no word of its script can be anything else; languages in Latin letters
 * share words with English and with code ("die", "des", "con") and need a guess of the language first.
 */

const STOP_ENGLISH =
  'a about above after again against all am an and any are as at be because been before being below between both but by can could ' +
  'did do does doing don dont down during each few for from further get got had has have having he her here hers him his how i if im in ' +
  'into is it its itself ive just like made make me more most my myself need no nor not now of off on once one only or other our ours out ' +
  'over own please s same she should so some stuff such t than that the their theirs them then there these they thing things this those ' +
  'through to too under until up very want wanted was way we were what when where which while who whom why will with would you your yours';

/** As folded: ё is е there. */
const STOP_RUSSIAN =
  'а без бы был была были было быть в вам вас ведь во вот все вы где да для до его ее если есть еще же за и из или им их к как какой когда ' +
  'кто ли между меня мне мы на над надо нам нас не него нее нет ни них но ну о об он она они оно от по под потом почему при про с свой себя ' +
  'со так там то тогда тоже только том ты у уже чем что чтобы эта эти это этого этой этот я';

const FRAMING_ENGLISH =
  'ago ask asked chat chats conversation conversations did discuss discussed discussion find happened hello hey hi knew know last look ' +
  'looking maybe month recall remember said saw say search see session sessions show somehow something somewhere talk talked talking tell ' +
  'thanks think thought today told week weeks work worked working yesterday';

const STOP: ReadonlySet<string> = new Set(`${STOP_ENGLISH} ${STOP_RUSSIAN}`.split(' '));
const FRAMING: ReadonlySet<string> = new Set(FRAMING_ENGLISH.split(' '));

/** True for a word that carries no topic. Takes the folded form. A word of both lists is a stop word. */
export function isStopWord(word: string): boolean {
  return STOP.has(word);
}

/** True for a word with which one asks for a session. Takes the folded form. */
export function isFramingWord(word: string): boolean {
  return FRAMING.has(word);
}
