/**
 * The words that questions are put into: sentences around an identifier, openings that say nothing, and what has nothing to do
 * with anybody's code.
 */

/** Ordinary words of the trade; `*` stands for the identifier. */
export const SENTENCES: readonly string[] = [
  'why does * fail when the tests run in parallel',
  'where did we change * to fix the build error',
  'how should * handle a missing value',
  'the bug with * that returned the wrong result',
  'we renamed * during the refactoring of the module',
  'add a unit test for * and run the suite',
  'what calls * before the request is sent',
  'move * into its own file and update the imports',
  'the error message mentions * and a timeout',
  'is * still used anywhere in the code',
  'document how * works and when to use it',
  'review the change to * for performance problems',
  'make * configurable with an option',
  'after the update * stopped working on the server',
];

/** Openings of somebody who asks a person: those that the ranking was made with, and others, written when it was done. */
export const OPENINGS: readonly string[] = [
  'can you find the session where we talked about',
  'I remember a conversation last week about',
  'show me the chat in which you helped me with',
  'what did we discuss the other day regarding',
  'which thread was it where I complained about',
  'pull up that old discussion of ours on',
  'a while back you fixed something for me, it had to do with',
  'didn\'t we already solve this once:',
  'I need the notes from when you explained',
  'go back to the day we were working through',
  'there was a session some time in spring dealing with',
  'hey, quick question, do you still know what came out of',
  'looking for the place where you suggested',
  'remind me how we ended up handling',
  'where did I ask you to take care of',
  'please dig out the previous attempt at',
];

/** Questions of other fields: a beginning, then something to ask about. */
export const FOREIGN: readonly { readonly begins: readonly string[]; readonly about: readonly string[] }[] = [
  {
    begins: ['how long should I simmer', 'what wine goes with', 'which herbs season', 'can I freeze leftover'],
    about: ['braised lamb shanks', 'mushroom risotto', 'grandmother\'s apricot dumplings', 'roasted pumpkin soup', 'pickled beetroot salad', 'slow cooked venison stew', 'saffron paella', 'rhubarb crumble'],
  },
  {
    begins: ['when should I prune', 'how deep do I plant', 'which fertiliser suits', 'what disease spots the leaves of'],
    about: ['climbing roses', 'tulip bulbs', 'an old pear orchard', 'lavender hedges', 'tomato seedlings in a greenhouse', 'blueberry bushes', 'hydrangeas in clay soil', 'wisteria on a pergola'],
  },
  {
    begins: ['what are the first symptoms of', 'how do physicians treat', 'which vitamins help against', 'is surgery needed for'],
    about: ['seasonal hay fever', 'a sprained ankle', 'chronic migraine', 'iron deficiency anaemia', 'whooping cough in toddlers', 'a slipped disc', 'kidney stones', 'frozen shoulder'],
  },
  {
    begins: ['who won', 'what training plan prepares for', 'what do referees look for in', 'how old were the champions of'],
    about: ['the alpine downhill race', 'the rowing regatta', 'the ladies\' figure skating final', 'the olympic pole vault', 'the cycling tour of the Pyrenees', 'the village football derby', 'the equestrian dressage medal', 'the fencing tournament'],
  },
  {
    begins: ['which emperor ordered', 'what ended', 'how many soldiers died in', 'which monks chronicled'],
    about: ['the siege of the coastal fortress', 'the famine of the thirteenth century', 'the crusade against the heretics', 'the naval battle near Lepanto', 'the peasants\' uprising in Swabia', 'the burning of the medieval cathedral', 'the Ottoman conquest', 'the reign of the boy king'],
  },
  {
    begins: ['what is the cheapest ferry to', 'where can we camp near', 'which months are sunny in', 'how crowded are the beaches of'],
    about: ['the Dalmatian islands', 'the Norwegian fjords', 'a Tuscan vineyard', 'the Scottish highlands', 'Lake Garda', 'the Moroccan desert oasis', 'the volcanoes of Iceland', 'the Cornish coast'],
  },
];
