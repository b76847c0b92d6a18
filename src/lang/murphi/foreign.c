#include "lang/murphi/foreign.h"

#include <string.h>

/* Words that mean the same, with one hint. */
struct saying {
  const char *words; /* in lower case, a space around each */
  const char *hint;
};

static const struct saying items[] = {
    {" fairness justice weak_fairness ", "a condition that comes again and again in fair runs is `fair condition`"},
    {" compassion strong_fairness ", "write `strongfair p -> q`: if p comes again and again, then q does"},
    {" invar invarspec inv safety property check ", "what holds in every state is `invariant \"name\" condition`"},
    {" ltlspec ", "a claim about runs is `ltl \"name\" formula`"},
    {" ctlspec spec ", "a claim about the tree of runs is `ctl \"name\" formula`"},
    {" init initial ", "states to start from are written `startstate begin ... end;`"},
    {" module process thread component ",
     "processes are rules about their number: `ruleset p: Proc do rule ... end; end;`"},
    {" action transition trans next ", "a step is written `rule \"name\" condition ==> begin ... end;`"},
    {" void proc sub def method fn func ", "write `procedure name(a: T; var b: U); begin ... end;`"},
    {" define ", "write `const name: value;`, or `function name(): type; begin return ...; end;`"},
    {" variable variables int integer bool byte bit short long unsigned char chan global local static ",
     "variables are declared by `var name: type;`"},
    {" constant constants final ", "constants are declared by `const name: value;`"},
    {" typedef struct class ", "types are declared by `type name: ...;`"},
    {" include import instance using use require ", "a model is one file, which names no others"},
};

static const struct saying statements[] = {
    {" print printf println puts echo printm ", "texts are written by `put \"text\"`"},
    {" break continue goto exit ",
     "there are no jumps: the condition of a `while` ends it, `return` a procedure or rule"},
    {" skip pass nop noop ", "where nothing happens nothing is written"},
    {" repeat until loop ", "write `while condition do ... end`"},
    {" foreach ", "write `for i: T do ... end`"},
    {" await wait when atomic d_step guard ",
     "what a step waits for is the condition of its rule: `rule condition ==> begin ... end`"},
    {" let local int integer bool byte ", "local variables are declared before `begin`: `var x: type;`"},
    {" throw raise abort panic fail ", "write `error \"text\"`"},
    {" call perform exec ", "a call is only the name and the arguments: `name(...)`"},
    {" delete free ", "`undefine x` takes the value away from a variable"},
};

static const struct saying names[] = {
    {" int integer nat natural long unsigned uint ", "all types are finite: write a range, such as `0..7`"},
    {" byte ", "write `0..255`"},
    {" bit ", "write `0..1`"},
    {" short ", "write `-32768..32767`"},
    {" bool ", "did you mean `boolean`?"},
    {" char string text ", "there are no texts: name the values, `enum {idle, busy}`"},
    {" float double ", "there are no real numbers: scale them, and write a range"},
    {" chan channel queue list seq sequence ",
     "write `multiset [n] of T`, or, if the order counts, an array and the number of its elements"},
    {" map dict function ", "write `array [T] of U`"},
    {" pid process ", "declare the type of processes: `type Proc: scalarset(3);`"},
    {" nil null none ",
     "`undefine x` leaves x without a value; or declare a value for it: `union {Proc, enum {nobody}}`"},
};

static const char *find(const struct saying *sayings, size_t count, const char *word, size_t length) {
  char key[20] = " ";
  if (length > sizeof key - 3)
    return NULL;
  for (size_t i = 0; i < length; i++)
    key[1 + i] = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] - 'A' + 'a') : word[i];
  key[1 + length] = ' ';
  key[2 + length] = 0;
  for (size_t i = 0; i < count; i++)
    if (strstr(sayings[i].words, key))
      return sayings[i].hint;
  return NULL;
}

const char *noe_murphi_foreign_hint(enum noe_foreign_place place, const char *word, size_t length) {
  switch (place) {
  case NOE_FOREIGN_ITEM: return find(items, sizeof items / sizeof items[0], word, length);
  case NOE_FOREIGN_STATEMENT: return find(statements, sizeof statements / sizeof statements[0], word, length);
  case NOE_FOREIGN_NAME: return find(names, sizeof names / sizeof names[0], word, length);
  }
  return NULL;
}

const char *noe_murphi_foreign_language(const char *word, size_t length) {
  static const struct {
    const char *word, *language;
  } words[] = {
      {"MODULE", "NuSMV"}, {"EXTENDS", "TLA+"}, {"proctype", "Promela"}, {"mtype", "Promela"}, {"active", "Promela"}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strlen(words[i].word) == length && !memcmp(words[i].word, word, length))
      return words[i].language;
  return NULL;
}
