/**
 * Which parts of a run without spaces say little about a topic: Chinese, Japanese and Korean words used for asking. Pure.
 *
 * Such a run is looked up by pairs and characters, never by words, so fillers are recognised by their place in it: a pair or
 * character that is only in fillers is a stop word, one that is partly in a filler a framing word. Mild on purpose: a
 * filler may occur within a word by chance. Measured on 400 Chinese questions: as they are .974 -> .971 MRR (within the
 * noise), preceded by words that ask for a session .957 -> .970. Japanese and Korean were not measured.
 */
import type { TypedWord } from './query.ts';

/** Two or more characters, except a few that are particles wherever they occur. */
const FILLERS = (
  '我们 咱们 你们 他们 那个 这个 哪个 哪里 哪儿 哪次 什么 怎么 怎样 为什么 如何 是否 可以 请问 请帮 帮我 一下 一个 的时候 之前 以前 上次 上周 上个月 昨天 前天 今天 最近 曾经 讨论 讨论过 谈过 谈到 聊过 聊到 说过 提到 提过 记得 还记得 找到 查找 寻找 对话 会话 聊天 关于 的 了 吗 呢 吧 ' +
  '我們 這個 哪個 哪裡 什麼 怎麼 為什麼 請問 幫我 一個 討論 討論過 談過 說過 記得 還記得 尋找 對話 會話 關於 ' +
  'について に関する に関して どこ どの どれ どうやって なぜ なに いつ 何 あの その この です ます でした ました ください ありますか 先週 先月 昨日 今日 以前 前回 この前 話した 話していた 議論した 相談した 覚えて 探して 見つけて 教えて 会話 セッション の は を が に で と も か ' +
  '우리 우리가 어디 어디서 어느 어떤 언제 무엇 뭐 어떻게 그때 지난주 지난달 지난번 어제 오늘 최근 전에 이야기한 이야기했던 이야기 얘기한 얘기했던 얘기 논의한 논의했던 대해 대한 대해서 관해 관한 찾아줘 찾아 기억 기억나 세션 대화 했던 하는 에서 으로'
).split(' ');

/** Role of each part of a run. */
export function rolesInRun({ typed, parts }: TypedWord): TypedWord['role'][] {
  const isFiller = new Uint8Array(typed.length);
  for (const filler of FILLERS) visit(typed, filler, (at) => isFiller.fill(1, at, at + filler.length));
  return parts.map((part) => {
    let most = 0;
    let least = part.length;
    visit(typed, part, (at) => {
      const covered = isFiller.subarray(at, at + part.length).reduce((sum, one) => sum + one, 0);
      most = Math.max(most, covered);
      least = Math.min(least, covered);
    });
    // Not as typed (another width, a sign of its own): nothing is known about it.
    if (most === 0 || least === 0) return 'content';
    return least === part.length ? 'stop' : 'framing';
  });
}

function visit(text: string, part: string, found: (at: number) => void): void {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) found(at);
}
