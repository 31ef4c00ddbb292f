/**
 * What the tokenizer makes of texts, written out. Notation: `term@position`, `*n` a compound of n parts, `+n` a gram of n characters.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzeBytes, analyzeText } from '../../src/analysis/analyzer.ts';

function shown(text: string): string {
  return analyzeText(text)
    .map((found) => `${found.term}@${found.position}${found.isWhole ? `*${found.span}` : found.span > 1 ? `+${found.span}` : ''}`)
    .join(' ');
}

function checkTable(table: readonly (readonly [string, string])[]): void {
  for (const [text, expected] of table) assert.equal(shown(text), expected, JSON.stringify(text));
}

test('tokenize() takes plain words apart at spaces and punctuation', () => {
  checkTable([
    ['', ''],
    ['  \n\t ', ''],
    ['the quick fox', 'the@0 quick@1 fox@2'],
    ['The QUICK Fox.', 'the@0 quick@1 fox@2'],
    ['(one), [two]; {three}!', 'one@0 two@1 three@2'],
    ['end. Next', 'end@0 next@1'],
    ['a "quoted" word?', 'a@0 quoted@1 word@2'],
    ['what...then', 'what...then@0*2 what@0 then@1'],
    ['contents ........ 12', 'contents@0 12@1'],
    ['dotted.....leader', 'dotted@0 leader@1'],
    ['one — two – three - four', 'one@0 two@1 three@2 four@3'],
    ['-----BEGIN KEY-----', 'begin@0 key@1'],
    ['x = y + 2;', 'x@0 y@1 2@2'],
  ]);
});

test('tokenize() cuts the possessive and separates at other apostrophes', () => {
  checkTable([
    ["the user's file", 'the@0 user@1 file@2'],
    ['the user’s file', 'the@0 user@1 file@2'],
    ["the USER'S file", 'the@0 user@1 file@2'],
    ["Kube-Vip's", 'kube-vip@0*2 kube@0 vip@1'],
    ["don't", 'don@0 t@1'],
    ["l'homme", 'l@0 homme@1'],
    ["'single'", 'single@0'],
    ["it's's", 'it@0 s@1'],
    ["users' files", 'users@0 files@1'],
    ["x'size", 'x@0 size@1'],
    ["the user's\u00a0file", 'the@0 user@1 file@2'],
    ['the user’s—file', 'the@0 user@1 file@2'],
    ["x's\u0301 y", 'x@0 s@1 y@2'],
  ]);
});

test('tokenize() reports identifiers whole and in parts', () => {
  checkTable([
    ['getUserById', 'getuserbyid@0*4 get@0 user@1 by@2 id@3'],
    ['InhibitDelayMaxSec', 'inhibitdelaymaxsec@0*4 inhibit@0 delay@1 max@2 sec@3'],
    ['refresh_token_rotation', 'refresh_token_rotation@0*3 refresh@0 token@1 rotation@2'],
    ['RESTAURANT_SIGNALS', 'restaurant_signals@0*2 restaurant@0 signals@1'],
    ['kube-vip', 'kube-vip@0*2 kube@0 vip@1'],
    ['certs.d', 'certs.d@0*2 certs@0 d@1'],
    ['XMLParser', 'xmlparser@0*2 xml@0 parser@1'],
    ['URLs and IDs', 'urls@0 and@1 ids@2'],
    ['XMLÉcole', 'xmlecole@0*2 xml@0 ecole@1'],
    ['CAFÉbar', 'cafebar@0*2 caf@0 ebar@1'],
    ['SQLübung', 'sqlubung@0*2 sq@0 lubung@1'],
    ['URLsé', 'urlse@0*2 ur@0 lse@1'],
    ['iOS', 'ios@0*2 i@0 os@1'],
    ['utf8Decode', 'utf8decode@0*3 utf@0 8@1 decode@2'],
    ['sha256', 'sha256@0*2 sha@0 256@1'],
    ['1.0.21', '1.0.21@0*3 1@0 0@1 21@2'],
    ['v2.1.332', 'v2.1.332@0*4 v2@0*2 v@0 2@1 1@2 332@3'],
    ['__init__', 'init@0'],
    ['$HOME', 'home@0'],
    ['#1234', '1234@0'],
    ['self._privateName', 'self._privatename@0*3 self@0 privatename@1*2 private@1 name@2'],
    ['std::vector<int>', 'std::vector@0*2 std@0 vector@1 int@2'],
    ['obj->field', 'obj@0 field@1'],
    ['C++, C# and i++;', 'c++@0*1 c@0 c#@1*1 c@1 and@2 i++@3*1 i@3'],
    ['constructor __proto__', 'constructor@0 proto@1'],
  ]);
});

test('tokenize() reports flags, paths, addresses and versions whole, at every joiner, and in parts', () => {
  checkTable([
    ['--dry-run', 'dry-run@0*2 dry@0 run@1'],
    ['`--dry-run=client`', 'dry-run@0*2 dry@0 run@1 client@2'],
    ['a/b', 'a/b@0*2 a@0 b@1'],
    ['and/or', 'and/or@0*2 and@0 or@1'],
    ['src/app.ts', 'src/app.ts@0*3 src@0 app.ts@1*2 app@1 ts@2'],
    ['src/app/', 'src/app@0*2 src@0 app@1'],
    ['../src', 'src@0'],
    ['~/.claude/projects', 'claude/projects@0*2 claude@0 projects@1'],
    ['/etc/containerd/certs.d/hosts.toml', 'etc/containerd/certs.d/hosts.toml@0*6 etc@0 containerd@1 certs.d@2*2 certs@2 d@3 hosts.toml@4*2 hosts@4 toml@5'],
    ['src/index/kube-vip.ts', 'src/index/kube-vip.ts@0*5 src@0 index@1 kube-vip.ts@2*3 kube-vip@2*2 kube@2 vip@3 ts@4'],
    ['user@host:/srv/app', 'user@host:/srv/app@0*4 user@0 host@1 srv/app@2*2 srv@2 app@3'],
    ['host:8080', 'host:8080@0*2 host@0 8080@1'],
    ['TODO: fix', 'todo@0 fix@1'],
    ['john.doe@example.com', 'john.doe@example.com@0*4 john.doe@0*2 john@0 doe@1 example.com@2*2 example@2 com@3'],
    ['@types/node', 'types/node@0*2 types@0 node@1'],
    ['https://example.com/x?y=1', 'https://example.com/x@0*4 https@0 example.com/x@1*3 example.com@1*2 example@1 com@2 x@3 y@4 1@5'],
    ['C:\\Users\\Me\\file.txt', 'c@0 users@1 me@2 file.txt@3*2 file@3 txt@4'],
    ['main..feature', 'main..feature@0*2 main@0 feature@1'],
    ['HEAD~1', 'head~1@0*2 head@0 1@1'],
    ['foo.bar baz. Next', 'foo.bar@0*2 foo@0 bar@1 baz@2 next@3'],
    ['e.g. this', 'e.g@0*2 e@0 g@1 this@2'],
  ]);
});

test('tokenize() separates a path from the line number behind it, and a line number from its text', () => {
  checkTable([
    ['src/app.ts:12', 'src/app.ts@0*3 src@0 app.ts@1*2 app@1 ts@2 12@3'],
    ['src/app.ts:12:5: error', 'src/app.ts@0*3 src@0 app.ts@1*2 app@1 ts@2 12@3 5@4 error@5'],
    ['src/app.ts:12:const', 'src/app.ts@0*3 src@0 app.ts@1*2 app@1 ts@2 12@3 const@4'],
    ['12:const x', '12@0 const@1 x@2'],
    ['src/app.ts-12-  const', 'src/app.ts@0*3 src@0 app.ts@1*2 app@1 ts@2 12@3 const@4'],
    ['app.ts-12-const', 'app.ts@0*2 app@0 ts@1 12@2 const@3'],
    ['64-bit', '64-bit@0*2 64@0 bit@1'],
    ['v1.2-3', 'v1.2-3@0*4 v1@0*2 v@0 1@1 2-3@2*2 2@2 3@3'],
    ['12:30', '12:30@0*2 12@0 30@1'],
    ['http://localhost:8080', 'http://localhost:8080@0*3 http@0 localhost:8080@1*2 localhost@1 8080@2'],
    ['app.ts:12', 'app.ts:12@0*3 app.ts@0*2 app@0 ts@1 12@2'],
  ]);
});

test('tokenize() keeps hashes and ids in one part and only the head of longer ones', () => {
  const hex = '0123456789abcdef'.repeat(5);
  const base64 = 'ab3DE4fG5/H6'.repeat(30);
  checkTable([
    ['3f2a9b8c7d', '3f2a9b8c7d@0'],
    ['3f2a9b8c-1a2b', '3f2a9b8c-1a2b@0*2 3f2a9b8c@0 1a2b@1'],
    ['toolu_01AbC2dEf3GhI4', 'toolu_01abc2def3ghi4@0*2 toolu@0 01abc2def3ghi4@1'],
    [`sum ${hex} end`, `sum@0 ${hex.slice(0, 64)}@1 end@2`],
    [`sum ${base64}== end`, `sum@0 ${base64.toLowerCase().slice(0, 64)}@1 end@2`],
    ['x'.repeat(70), `${'x'.repeat(64)}@0`],
    ['é'.repeat(40), `${'e'.repeat(40)}@0`],
    ['ж'.repeat(40), `${'ж'.repeat(32)}@0`],
    [`${'а'.repeat(31)}bcd`, `${'а'.repeat(31)}@0 bcd@1`],
    ['a' + '€'.repeat(30), 'a@0'],
  ]);
});

test('tokenize() keeps the last folders of a long path, and every part', () => {
  const path = '/home/user/projects/very-long-project-name/packages/tool/src/components/Bar.tsx';
  const terms = analyzeText(path);
  assert.deepEqual(
    terms.filter((found) => found.isWhole).map((found) => found.term),
    ['very-long-project-name/packages/tool/src/components/bar.tsx', 'very-long-project-name', 'bar.tsx'],
  );
  for (const part of ['home', 'user', 'projects', 'very', 'packages', 'tool', 'src', 'components', 'bar', 'tsx']) assert.ok(terms.some((found) => found.term === part), part);
  for (const found of terms) assert.ok(Buffer.byteLength(found.term) <= 64, found.term);
});

test('tokenize() cuts endless compounds short and goes on after them', () => {
  const path = 'folder/'.repeat(400) + 'file';
  const terms = analyzeText(`${path} after`);
  assert.equal(terms.filter((found) => found.term === 'folder').length, 400);
  assert.ok(terms.some((found) => found.term === 'file'));
  assert.equal(terms[terms.length - 1].term, 'after');
  assert.equal(terms[terms.length - 1].position, 401);
  const humps = analyzeText(`${'Ab'.repeat(500)} after`);
  assert.ok(humps.length <= 70, String(humps.length));
  assert.equal(humps[humps.length - 1].term, 'after');
});

test('tokenize() folds case and accents of Latin letters', () => {
  checkTable([
    ['Größe STRASSE Straße', 'grosse@0 strasse@1 strasse@2'],
    ['naïve Café ÉCOLE', 'naive@0 cafe@1 ecole@2'],
    ['e\u0301cole', 'ecole@0'],
    ['Łódź Øre Æsir Þór đá', 'lodz@0 ore@1 aesir@2 thor@3 da@4'],
    ['İstanbul ISTANBUL ıstanbul istanbul', 'istanbul@0 istanbul@1 istanbul@2 istanbul@3'],
    ['tiếng Việt', 'tieng@0 viet@1'],
    ['ﬁnd ＦＵＬＬ１２ ｗｉｄｅ', 'find@0 full12@1*2 full@1 12@2 wide@3'],
    ['x² Ⅳ ½ 10µs', 'x2@0*2 x@0 2@1 iv@2 10us@3*2 10@3 us@4'],
    ['ÜberGröße', 'ubergrosse@0*2 uber@0 grosse@1'],
    ['XÆr ABŊc ABÉc', 'xaer@0 abŋc@1 abec@2*2 ab@2 ec@3'],
    ['XYिa 5ि', 'xya@0*2 x@0 ya@1 5@2'],
    ['co\u00adoperate zero\u200dwidth', 'cooperate@0 zerowidth@1'],
  ]);
});

test('tokenize() treats every alphabet alike', () => {
  checkTable([
    ['Привет, Мир!', 'привет@0 мир@1'],
    ['Ёлка ёжик', 'елка@0 ежик@1'],
    ['мой мои', 'мой@0 мои@1'],
    ['мои\u0306', 'мой@0'],
    ['їжак', 'їжак@0'],
    ['веб-сервер', 'веб-сервер@0*2 веб@0 сервер@1'],
    ['API-ключ', 'api-ключ@0*2 api@0 ключ@1'],
    ['дваtwo', 'два@0 two@1'],
    ['Ελληνικά ΟΔΟΣ οδός', 'ελληνικα@0 οδοσ@1 οδοσ@2'],
    ['שָׁלוֹם שלום', 'שלום@0 שלום@1'],
    ['مُحَمَّد محمد أحمد احمد', 'محمد@0 محمد@1 احمد@2 احمد@3'],
    ['یک يك ١٢٣', 'يك@0 يك@1 123@2'],
    ['हिन्दी में १२', 'हिन्दी@0 में@1 12@2'],
    ['বাংলা', 'বাংলা@0'],
    ['தமிழ்', 'தமிழ்@0'],
    ['Հայերեն', 'հայերեն@0'],
    ['ქართული', 'ქართული@0'],
    ['አማርኛ', 'አማርኛ@0'],
  ]);
});

test('tokenize() indexes Han, kana and Hangul by pairs and single characters', () => {
  checkTable([
    ['数据库', '数据@0+2 数@0 据库@1+2 据@1 库@2'],
    ['迁移', '迁移@0+2 迁@0 移@1'],
    ['库', '库@0'],
    ['iPhone手机', 'iphone@0*2 i@0 phone@1 手机@2+2 手@2 机@3'],
    ['部署v2版', '部署@0+2 部@0 署@1 v2@2*2 v@2 2@3 版@4'],
    ['データを設計', 'デー@0+2 デ@0 ータ@1+2 ー@1 タ@2 を@3 設計@4+2 設@4 計@5'],
    ['らーめん', 'らー@0+2 ら@0 ーめ@1+2 ー@1 めん@2+2 め@2 ん@3'],
    ['ﾃﾞｰﾀ', 'デー@0+2 デ@0 ータ@1+2 ー@1 タ@2'],
    ['か\u3099', 'が@0'],
    ['한국어를', '한국@0+2 한@0 국어@1+2 국@1 어를@2+2 어@2 를@3'],
    ['한국'.normalize('NFD'), '한국@0+2 한@0 국@1'],
    ['人々', '人々@0+2 人@0 々@1'],
    ['你好，世界。', '你好@0+2 你@0 好@1 世界@2+2 世@2 界@3'],
    ['部署 OR 回滚', '部署@0+2 部@0 署@1 or@2 回滚@3+2 回@3 滚@4'],
    ['𠮷野', '𠮷野@0+2 𠮷@0 野@1'],
  ]);
});

test('tokenize() indexes Thai and its neighbours by triples and pairs', () => {
  checkTable([
    ['ไทย', 'ไทย@0+3 ไท@0+2 ทย@1+2'],
    ['ดี', 'ดี@0+2'],
    ['ก', 'ก@0'],
    ['ที่นี่', 'ที่@0+3 ที@0+2 นี่@1+3 นี@1+2'],
    ['ລາວ', 'ລາວ@0+3 ລາ@0+2 າວ@1+2'],
    ['ไทย๑๒', 'ไทย@0+3 ไท@0+2 ทย@1+2 12@2'],
  ]);
});

test('tokenize() finds no word in symbols and emoji, but finds the words beside them', () => {
  checkTable([
    ['👍🏽', ''],
    ['🚀launch🚀', 'launch@0'],
    ['→ ✓ ✅ │ ─── •', ''],
    ['👨‍👩‍👧 family ❤️', 'family@0'],
    ['1️⃣ first', '1@0 first@1'],
    ['100€ and $5', '100@0 and@1 5@2'],
    ['Foo™ ©2024', 'foo@0 2024@1'],
    ['\u0301accent', 'accent@0'],
  ]);
});

test('tokenize() takes invalid UTF-8 as a separator', () => {
  const terms = (bytes: number[]): string[] => analyzeBytes(Buffer.from(bytes), 0, bytes.length).map((found) => found.term);
  assert.deepEqual(terms([0x61, 0xff, 0x62]), ['a', 'b']);
  assert.deepEqual(terms([0x61, 0xe2, 0x82]), ['a']);
  assert.deepEqual(terms([0xed, 0xa0, 0x80, 0x62]), ['b']);
  assert.deepEqual(terms([0xc0, 0x80, 0x63]), ['c']);
  assert.deepEqual(terms([0xf4, 0x90, 0x80, 0x80, 0x64]), ['d']);
});
