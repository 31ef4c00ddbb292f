/**
 * Words of the generated histories: a vocabulary of 60,000 with the frequencies of natural text (Zipf),
 * words of the trade, and three languages beside English. Everything is derived from fixed lists and seeds.
 */
import { createRandom } from './random.ts';

/** The commonest words of English, in order of rank. */
export const COMMON: readonly string[] = (
  'the to of and a in is that it for on with as this be are not we you from by or an at if can but so do have will ' +
  'was use has when which then all there one should no they its how what need also now just only would get out up ' +
  'into some more than other make see here where after does before about any each two these first new same let ' +
  'because like since still both them very over even while such could did been may their without between too most ' +
  'those using already'
).split(' ');

/** Words of the trade: topics, file names and identifiers are made of them. */
export const TECH: readonly string[] = (
  'file code test error function value type data line run build config server request response path name string ' +
  'list key index cache user session token import export module class method return async await promise query table ' +
  'column schema migration database connection pool timeout retry queue worker thread process memory leak heap ' +
  'stack trace log level debug warning info output input stream buffer chunk byte encode decode parse serialize ' +
  'json yaml toml xml http https header cookie auth login password secret permission role policy rule route handler ' +
  'middleware controller service client api endpoint webhook event listener callback hook state store reducer ' +
  'component render layout style theme button form field validation input select option checkbox modal dialog toast ' +
  'menu sidebar page view template partial asset bundle compile transpile minify lint format commit branch merge ' +
  'rebase conflict diff patch release version tag deploy rollback container image volume network port proxy ingress ' +
  'certificate cluster node pod replica namespace secret mount kernel driver firmware sensor socket packet latency ' +
  'throughput benchmark profile sample metric dashboard alert threshold region bucket object blob upload download ' +
  'archive compress checksum hash digest signature cipher encrypt decrypt rotate expire refresh grant scope tenant ' +
  'billing invoice payment refund currency order cart product catalog inventory shipment customer account email ' +
  'template notification schedule cron job batch pipeline stage artifact dependency package lockfile registry ' +
  'mirror upgrade downgrade deprecated breaking fixture mock stub spy snapshot assertion coverage flaky race ' +
  'deadlock mutex lock semaphore atomic transaction isolation commit index shard partition replica primary failover ' +
  'backup restore vacuum analyze explain plan cost filter sort group aggregate join union window cursor offset ' +
  'limit page scroll prefix suffix substring regex pattern match replace escape quote unicode locale translation ' +
  'timezone date calendar duration interval epoch numeric decimal float integer boolean null undefined optional ' +
  'generic interface enum struct trait macro pointer reference borrow lifetime closure iterator generator coroutine ' +
  'channel select mailbox actor supervisor protocol codec frame handshake keepalive backoff jitter circuit breaker ' +
  'limiter quota throttle debounce'
).split(' ');

/** Chinese. */
export const CHINESE: readonly string[] = (
  '数据库 连接 超时 缓存 索引 配置 服务器 请求 响应 错误 修复 测试 部署 镜像 节点 集群 证书 内存 泄漏 线程 队列 重试 日志 迁移 分支 合并 冲突 版本 回滚 权限 登录 令牌 会话 前端 组件 渲染 样式 ' +
  '编译 打包 依赖 升级 性能 优化 查询 排序 过滤 分页 编码 解析 校验 函数 变量 类型 接口 模块 异步 回调 事件 监听 状态 存储 更新 删除 添加 检查 问题 方法 文件 目录 路径 脚本 运行 失败 成功 ' +
  '为什么 怎么 我们 需要 可以 这个 那个 然后 因为 所以 如果'
).split(' ');

/** Japanese. */
export const JAPANESE: readonly string[] = (
  'データベース 接続 タイムアウト キャッシュ インデックス 設定 サーバー リクエスト エラー 修正 テスト デプロイ ノード 証明書 メモリ スレッド キュー ログ 移行 ブランチ マージ 競合 バージョン 権限 トークン ' +
  'セッション コンポーネント 描画 依存関係 検索 ファイル 実行 失敗 確認 してください について ですが なぜ どうして これは それから'
).split(' ');

/** Russian. */
export const RUSSIAN: readonly string[] = (
  'база подключение таймаут кэш индекс настройка сервер запрос ответ ошибка исправить тест развернуть образ узел ' +
  'кластер сертификат память утечка поток очередь повтор журнал миграция ветка слияние конфликт версия откат права ' +
  'вход токен сессия компонент стиль сборка зависимость обновить скорость поиск сортировка фильтр функция ' +
  'переменная тип модуль событие состояние хранилище удалить добавить проверить проблема метод файл папка путь ' +
  'скрипт запустить почему как мы нужно можно этот потом потому если порог перезагрузка'
).split(' ');

/** Words with accents, and symbols. */
export const ACCENTED: readonly string[] = ['naïve', 'café', 'résumé', 'Zürich', 'São', 'façade', 'coöperate', 'Ångström', 'señor', 'garçon', 'über', 'jalapeño', '✅', '🚀', '→', '…', '≥'];

export const EXTENSIONS: readonly string[] = ['.ts', '.tsx', '.js', '.py', '.go', '.rs', '.java', '.yaml', '.json', '.md', '.sql', '.sh', '.css', '.toml'];

export const FOLDERS: readonly string[] = (
  'src lib pkg internal app server client test scripts deploy docs components handlers models utils core'
).split(' ');

/** Syllables that made-up words consist of. */
export const SYLLABLES: readonly string[] = (
  'ba ber cal con cor dan del dor el en fen fir gal gen har hol in jor kar kel lan len lim mar men mor nal nor or ' +
  'pal per por quin ral ren rol sal sen sol tal ten tor ul val ven vor wel wor yar zen'
).split(' ');

const ENDINGS: readonly string[] = ['', 's', 'ed', 'ing', 'er', 'ion', 'al', 'ive', 'ment', 'ity', 'ly', 'able', 'or', 'est', 'ance'];

const VOCABULARY_SIZE = 60_000;

/** Commonest first: COMMON, TECH, then made-up words. */
export const VOCABULARY: readonly string[] = makeVocabulary();

const ZIPF_STEPS = 1 << 17;
const ZIPF_RANKS = makeZipfRanks();

/** A word of natural frequency for any unsigned number. */
export function wordOf(number: number): string {
  return VOCABULARY[ZIPF_RANKS[number % ZIPF_STEPS]];
}

function makeVocabulary(): string[] {
  const random = createRandom(77, 7);
  const words = [...COMMON, ...TECH];
  const seen = new Set(words);
  while (words.length < VOCABULARY_SIZE) {
    let word = '';
    const syllables = words.length < 6000 ? 2 : random.range(2, 3);
    for (let i = 0; i < syllables; i++) word += random.pick(SYLLABLES);
    word += random.pick(ENDINGS);
    if (seen.has(word)) continue;
    seen.add(word);
    words.push(word);
  }
  return words;
}

function makeZipfRanks(): Uint32Array {
  const ranks = new Uint32Array(ZIPF_STEPS);
  const scale = Math.log(VOCABULARY_SIZE);
  for (let i = 0; i < ZIPF_STEPS; i++) {
    ranks[i] = Math.min(VOCABULARY_SIZE - 1, Math.floor(Math.exp(((i + 0.5) / ZIPF_STEPS) * scale)) - 1);
  }
  return ranks;
}
