/**
 * What is known about languages: the words that say little about a topic, and the endings in which forms of a word differ. Data.
 *
 * All in folded form. Stop words carry no topic; framing words are those used to ask for an old session ("where did
 * we talk about"). Endings are what a light stemmer takes off (forms.ts), the longest that fits. Lists are kept
 * short: a word that also names a technical thing is in none (German "art", French "son" are not; "port" would be).

/** A language whose words are separated by spaces. */
export interface Language {
  readonly name: string;
  /** Separated by spaces, so that a word is found by one native search. */
  readonly stop: string;
  readonly framing: string;
  /** Words, of both lists and others, that speak of one person asking another: a run of stop and framing words with one of these is an opening (openings.ts). */
  readonly person: string;
  /** Words that say nothing in an opening, but something elsewhere. */
  readonly aside: string;
  /** Longest first; none for English, which has a stemmer of its own. */
  readonly endings: readonly string[];
  /** Letters that show the language, as typed; '' for none. */
  readonly letters: string;
}

function language(name: string, letters: string, stop: string, framing: string, person: string, aside: string, endings: string): Language {
  const sorted = endings === '' ? [] : endings.split(' ').sort((a, b) => b.length - a.length);
  return { name, letters, stop: ` ${stop} `, framing: ` ${framing} `, person: ` ${person} `, aside: ` ${aside} `, endings: sorted };
}

export const ENGLISH = language(
  'en',
  '',
  'a about above after again against all am an and any are as at be because been before being below between both but by can concerning could ' +
    'did do does doing don dont down during each few for from further get got had has have having he her here hers him his how i if im in ' +
    'into is it its itself ive just like made make me more most my myself need no nor not now of off on once one only or other our ours out ' +
    'over own please regarding s same she should so some stuff such t than that the their theirs them then there these they thing things this those ' +
    'through to too under until up very want wanted was way we were what when where which while who whom why will with would you your yours',
  'ago ask asked chat chats conversation conversations did discuss discussed discussion find happened hello hey hi knew know last look ' +
    'looking maybe month recall remember said saw say search see session sessions show somehow something somewhere talk talked talking tell ' +
    'thanks think thought today told week weeks work worked working yesterday',
  'i im ive me my our us we you your',
  'couple days day earlier helped helping old previous previously recently',
  '',
);

/** Languages in Latin letters, which share words with English and with code ("die", "des", "con"): which one it is has to be guessed. */
export const LATIN: readonly Language[] = [
  language(
    'de',
    'äöüß',
    'aber alle alles als also am an andere auch auf aus bei bezuglich beim bin bis bitte da dabei damit dann das dass dazu dein dem den denn der des die dies diese ' +
      'diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch fur gab gibt habe haben hast hat hatte hatten hier ich ihr ihre im in ist ja ' +
      'jetzt kann kannst kein keine konnte man mehr mein meine mich mir mit muss nach nicht noch nur ob oder ohne schon sehr sein seine sich sie sind so ' +
      'soll uber um und uns unser unsere unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches wenn wer werden wie wieder wir wird wo wurde wurden ' +
      'zu zum zur zwischen',
    'besprochen chat damals diskutiert erinnere erinnerst finde finden gefunden gemacht gesagt gesprache gesprach gesprochen gestern heute hallo irgendwann irgendwo letzte letzten letzter letztes monat ' +
      'neulich sag sitzung sitzungen suche suchen thema unterhaltung vorgestern weiss weisst woche wochen zeig zeige',
    'dir du euch ich ihr mein meine mich mir uns unser unsere wir',
    'fruher geholfen kurzlich mal paar tag tage tagen vorher',
    'ungen ung ern em en er es e n s',
  ),
  language(
    'fr',
    'éèêàùçœîôû',
    'a ai apres as au aussi autre aux avait avant avec avez avoir avons bien c ca car ce cela ces cet cette chez comme comment concernant d dans de depuis des deux donc du elle elles ' +
      'en encore entre est et etait ete etre eu faire fait fallait faut il ils j je jusqu l la laquelle le lequel les leur leurs lors lui m ma mais me meme mes moi mon n ne ni nos notre nous on ont ou ' +
      'par pas peu peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sous sur ta te tes toi ton tout toute toutes tous tres tu un une ' +
      'vers vos votre vous y',
    'aujourd bonjour conversation conversations derniere dernier discute discussion discussions dit hier hui mois parle parler retrouve retrouver semaine semaines session sessions souviens trouve trouver voir',
    'j je m me moi mon nos notre nous on te toi tu vous',
    'ancienne autrefois fois jour jours recemment sujet',
    'ations ation ements ement aient antes ante ants ant ions ees ait ent ee es er ez e s x',
  ),
  language(
    'es',
    'ñ¿¡áíóú',
    'a al acerca algo alguna alguno ante antes aqui asi aun como con contra cual cuales cuando de del desde donde dos durante e el ella ellas ellos en entre era eran es esa ese eso esos esta ' +
      'estaba estamos estan estar este esto estos fue fueron ha habia han hay he hemos la las le les lo los mas me mi mis mucho muy ni no nos nosotros nuestra nuestro o os otra otro para ' +
      'pero por porque pues que quien se sea ser si sido sin sobre son soy su sus tambien tan te tengo tenia tiene todo todos tu tus un una unas uno unos usted y ya yo',
    'anoche ayer buscar busca conversacion conversaciones dijimos encontrar encuentra hablamos hable hablado hicimos hola hoy mes pasada pasado recuerda recuerdas recuerdo semana semanas sesion sesiones ultima ultimo',
    'anoche dijimos hablamos hable hicimos me mi nos recuerdas recuerdo te yo',
    'anterior anteriores ayudaste dia dias recientemente tema vez',
    'aciones acion amiento amientos iendo ando ados adas ado ada idos idas ido ida ar er ir es as os a o e s',
  ),
  language(
    'pt',
    'ãõçáêâ',
    'a ainda algum alguma ao aos aquela aquele aqui as assim ate cada com como contra da das de dela dele depois desde do dos e ela elas ele eles em entre era eram essa esse esta estao estar estava ' +
      'este eu foi foram ha isso isto ja la lhe mais mas me mesmo meu meus minha muito na nas nao nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos por porque pra qual quais quando ' +
      'que quem se sem ser seu seus so sobre sua suas tambem te tem temos tenho tinha tudo um uma umas uns vai voce voces',
    'achar conversa conversas conversamos discutimos encontrar falamos fizemos hoje lembra lembro mes oi ola ontem passada passado procurar semana semanas sessao sessoes ultima ultimo',
    'conversamos discutimos eu falamos fizemos lembro me meu minha nos te voce voces',
    'ajudou anterior atras dia dias recentemente vez',
    'acoes acao oes ao ando endo indo ados adas ado ada idos idas ido ida ar er ir es as os a o e s',
  ),
  language(
    'it',
    'èòàùìé',
    'a abbiamo ad ai al alla alle agli allo anche ancora avere aveva avevamo c che chi ci come con cosa cui da dai dal dalla dalle de degli dei del della delle dello di dopo dove e ed era erano essere fa ' +
      'gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mi mia mio molto ne nei nel nella nelle no noi non nostra nostro o ogni per perche piu poi prima qual quale quali quando quella quello questa ' +
      'questo qui se sei senza si sia siamo sono sta stata stato su sua sul sulla suo ti tra tu tua tuo tutti tutto un una uno vi',
    'abbiamo ciao conversazione conversazioni detto discusso fatto ieri mese oggi parlato ricordi ricordo ricorda scorsa scorso sessione sessioni settimana settimane trova trovare ultima ultimo',
    'abbiamo avevamo ho io mi mio noi ricordi ricordo ti tu vi',
    'aiutato fa giorni giorno precedente recentemente volta',
    'azioni azione amenti amento ando endo ato ata ati ate uto ito ita are ere ire i e a o',
  ),
  language(
    'nl',
    '',
    'aan al alle als andere betreffende bij dan dat de deze die dit door doen dus een en er geen had hadden heb hebben heeft het hier hij hoe hun ik in is ja je jij kan konden kunnen maar me meer met mij mijn moet moeten na naar niet ' +
      'nog nu of om omdat onder ons onze ook op over te tegen toch toen tot uit van veel voor waar waarom wanneer want waren was wat we wel welke werd wie wij worden wordt zal ze zelf zich zij zijn zo zonder zou',
    'besproken chat gedaan gehad gesprek gesprekken gevonden gezegd gisteren hallo herinner herinneren laatst maand sessie sessies vandaag vertel vind vinden vorige weet week weken zeg zoek zoeken',
    'ik je jij me mij mijn ons onze we wij',
    'dag dagen eerder geholpen keer onlangs vroeger',
    'ingen ing aties atie ties tie ies ie en e s',
  ),
  language(
    'pl',
    'łąęśżźćń',
    'a aby albo ale ani az bardzo bez bo byc byl byla bylo byly by ci co czy dla do gdy gdzie go i ich im ja jak jaka jaki jakie jako je jego jej jest jestem juz kiedy kto ktora ktore ktorej ktory ktorym ktorych lub ma mam mi miedzy mnie moj moja moze ' +
      'my na nad nam nas nasz nie nim nic no o od on ona one oni oraz po pod podczas przed przez przy sa sam sie sobie sposob ta tak takze tam te tego tej ten to trzeba tu tylko tym u w was wiec wszystko z za zas ze zeby',
    'czat czesc dzis dzisiaj miesiac miesiacu mowilismy omawialismy ostatni ostatnia ostatnio pamietam pamietasz pokaz poprzednim powiedz robilismy rozmawialismy rozmowa rozmowe rozmowie rozmowy sesja sesje sesji szukam tydzien tygodniu wczoraj znajdz znalezc zeszlym',
    'mam mi mnie mowilismy my nam nas omawialismy pamietam pamietasz robilismy rozmawialismy szukam',
    'dni dniem kiedys niedawno pomogles temat temu',
    'owania owanie owaniu owac iami ami iach ach iom om owi owie ow iem em iej ej ie ia iu y i a e u o',
  ),
  language(
    'tr',
    'şğıİ',
    'acaba ama ancak artik ben bende beni benim bir biz bizim bu buna bunda bunu cok cunku da daha de degil dahi en gibi hakkinda hangi hem hep her hic icin ile ise iken kadar ki kim mi mu mudur nasil ne neden nerede nereye niye o olan olarak oldu ' +
      'oldugu olsa ona onlar onu sanki sen seni siz su sonra ve veya ya yani yok zaman var vardi',
    'ara bana bul bulmak dun gecen gecenlerde goster hafta haftaki hatirla hatirliyor hatirliyorum konusma konusmamiz konustugumuz konustuk merhaba oturum sohbet soyle tartistik tartistigimiz yaptigimiz yaptik',
    'bana ben beni benim biz bizim hatirliyorum konusmamiz konustugumuz konustuk sen seni tartistigimiz tartistik yaptigimiz yaptik',
    'gun gunler ilgili once onceki',
    'larindan lerinden larini lerini larinda lerinde larin lerin lardan lerden larda lerde lari leri lar ler indan inden undan unden inda inde unda unde sini dan den tan ten da de ta te yi yu ya ye in un i u a e',
  ),
];

/** Languages in Cyrillic letters: no word of that script is code, so the lists apply to all of it together. */
export const CYRILLIC: readonly Language[] = [
  language(
    'ru',
    'ыэъё',
    'а без бы был была были было быть в вам вас ведь во вот все вы где да для до его ее если есть еще же за и из или им их к касательно как какой какая какие когда ' +
      'которая которого которой котором которые который которую кто ли между меня мне мы на над надо нам нас не него нее нет ни них но ну о об он она они оно от по под потом почему при про с свой себя ' +
      'со так там то тогда тоже только том ты у уже чем что чтобы эта эти это этого этой этот я',
    'беседа беседе беседу вчера говорили говорил диалог искал ищу месяц месяце найди найти напомни недавно неделе неделю недели обсуждали обсуждение обсуждения обсудили помнишь помню поиск привет прошлой прошлом прошлый разговаривали разговор разговоре ' +
      'работали сегодня сессии сессию сессия скажи чат чате делали сделали',
    'вам вас вы говорили делали искал ищу меня мне мы нам нас обсуждали обсудили помнишь помню разговаривали ты я',
    'давно день дней дня помог помогал раньше тему',
    'иями ями ами иях ях ах ием иям ией ия ии ию ие ий ов ев ей ой ом ем ам ям ого его ому ему ыми ими ый ая яя ое ее ые ую юю ых их ым им ение ения ению ением ений ание ания анию анием аний ' +
      'ать ять еть ить ала али ало ала ила или ило ал ил ает ают ит ят ена ены ено ен ан ана аны а я о е ы и у ю ь й',
  ),
  language(
    'uk',
    'ієїґ',
    'або але аби без би був була були було бути в вам вас ви від він вона вони воно все да де для до дуже з за зі и і із й його ії ій ім іх ж же коли котра котрий кого кому ми мене мені між мій на над нам нас наш не нема ні ну ' +
      'о об ось по під після стосовно при про про с свій себе собі та так там те ти то тоді тому тут у уже хто це цей ці цього цю чи чому чим що щоб щодо як яка яке який яку які якщо якому я є еще ще',
    'бесіда вчора говорили діалог знайди знайти минулий минулого минулому місяць місяці нагадай нещодавно обговорювали обговорення обговорили привіт розмова розмову розмови розмовляли робили сесії сесія сесію скажи сьогодні тижня тижні тиждень чат чаті шукаю шукав',
    'вам вас ви говорили мене мені ми нам нас обговорювали обговорили робили розмовляли ти шукаю я',
    'давно день дні днів допоміг допомагав раніше тему',
    'ами ями ах ях ів ов ев ою ею ей ої ій ом ем ам ям ого ому ими их им ення енню енням ення ання анню анням ати ити яти ала али ало ила или ило ав ив ає ають ить ять ена ені ено ан ана ані а я о е є и і у ю ь й',
  ),
];
