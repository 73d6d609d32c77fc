/** Words whose traditional form cannot be derived character by character. */
const words: readonly (readonly [simplified: string, traditional: string])[] = [
  ['制造', '製造'],
  ['周', '週'],
  ['皇后', '皇后'],
  ['委托', '委託'],
  ['订单', '委託單'],
  ['撤单', '取消委託'],
  ['披露', '揭露'],
  ['同比', '年增率'],
  ['GDP环比', 'GDP季增率'],
  ['环比', '月增率'],
];

/** Characters of the world's Chinese texts with their traditional form. */
const pairs =
  '专專业業个個书書亚亞产產价價会會体體储儲债債关關兰蘭军軍农農决決净淨别別动動劳勞务務区區华華单單卖賣卫衛历曆发發变變号號后後员員' +
  '团團国國圣聖场場备備复復学學将將币幣帐帳庆慶库庫应應开開总總执執报報数數断斷时時显顯权權标標欧歐气氣汇匯沪滬济濟湾灣点點独獨' +
  '环環稣穌稳穩约約纪紀纽紐组組细細织織经經续續维維综綜绿綠职職联聯胀脹节節营營观觀订訂讨討议議记記讲講许許论論证證词詞话話诞誕' +
  '请請谢謝财財货貨贷貸贸貿费費资資辖轄进進银銀销銷长長问問闻聞阳陽际際陈陳难難韩韓顿頓题題马馬与與阵陣红紅连連购購恒恆黄黃间間' +
  '赎贖严嚴级級齐齊当當宪憲' +
  '浏瀏错錯误誤东東丰豐乐樂买買伟偉传傳儿兒凤鳳凯凱创創围圍块塊导導尔爾处處拟擬无無暂暫涨漲盘盤码碼确確礼禮离離筹籌粮糧绝絕胜勝药藥莲蓮蓝藍览覽' +
  '认認设設试試败敗账帳贵貴车車软軟输輸达達运運逊遜锂鋰铁鐵险險顶頂风風龙龍鹤鶴';

const traditionalOf: ReadonlyMap<string, string> = new Map(
  Array.from({ length: pairs.length / 2 }, (_, at) => [pairs.charAt(at * 2), pairs.charAt(at * 2 + 1)]),
);

/** A Chinese text of the world in traditional characters. */
export function traditional(text: string): string {
  return text
    .split(new RegExp(`(${words.map(([simplified]) => simplified).join('|')})`, 'u'))
    .map(
      (part) =>
        words.find(([simplified]) => simplified === part)?.[1] ??
        Array.from(part, (character) => traditionalOf.get(character) ?? character).join(''),
    )
    .join('');
}
