// Names of openings in other languages than English. Where players of a language have a name of their
// own for an opening, that is used; the rest is written as it sounds.

import { languageTag } from '../words.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  ja: {
    'Aircraft': '飛行機', 'Aubrey': 'オーブリー', 'Bat': 'コウモリ', 'Berner': 'ベルナー', 'Bhagat': 'バガト', 'Brightstein': 'ブライトスタイン', 'Brightwell': 'ブライトウェル',
    'Buffalo': 'バッファロー', 'Kenichi Variation': '健一変化', 'COMP\'OTH': 'コンポス流', 'Cat': '猫', 'Chimney': '煙突', 'Cow': '牛', 'Cow Bat': '牛コウモリ', 'Cambridge': 'ケンブリッジ',
    'Diagonal Opening': '斜め取り', 'Parallel Opening': '並び取り', 'Perpendicular Opening': '縦取り', 'Flat': 'フラット', 'Rotating Flat': '回転フラット', 'Ganglion': 'ガングリオン', 'Greenberg': 'グリーンバーグ', 'Dawg': 'ドーグ',
    'Hamilton': 'ハミルトン', 'Heath': 'ヒース', 'Tobidashi "Jumping Out"': '飛び出し牛', 'Heath-Bat': 'ヒース・コウモリ', 'Heath-Chimney': 'ヒース・煙突', '"Mass-Turning"': '大量取り', 'Hokuriku Buffalo': '北陸バッファロー',
    'Horse': '馬', 'IAGO': 'イアゴ', 'Inoue': '井上流', 'Ishii': '石井流', 'Italian': 'イタリアン', 'Iwasaki variation': '岩崎変化', 'Kung': 'クン', 'Landau': 'ランダウ', 'Leader\'s Tiger': 'リーダーズ虎',
    'Lollipop': 'ロリポップ', 'Mainline Tiger': '虎の本線', 'Maruoka': '丸岡流', 'Maruoka Buffalo': '丸岡バッファロー', 'Melnikov': 'メルニコフ', 'Mimura': '三村流', 'Mimura variation II': '三村変化II', 'Murakami Variation': '村上変化',
    'No-Cat': 'ノーカット', 'No-Kung': 'ノークン', 'Pyramid': 'ピラミッド', 'Checkerboarding Peasant': '市松ネズミ', 'Raccoon Dog': 'たぬき', 'Ralle': 'ラール', 'Rose': 'ローズ', 'Rose-BILL': 'ローズビル', 'Rose-Birth': 'ローズバース',
    'Rose-Tamenori-Kling': 'ローズ為則クリング', 'Rose-birdie': 'ローズバーディー', 'Rose-Tamenori': 'ローズ為則', 'Rose-v-Toth': 'ローズ・トート', 'Sailboat': 'ヨット', 'Sakaguchi': '坂口流', 'Semi-Wing Variation': '半翼変化', 'Wing Variation': '翼変化',
    'Shaman': 'シャーマン', 'Danish': 'デンマーク流', 'Snake': '蛇', 'Peasant': 'ネズミ', 'Stephenson': 'ステファンソン', 'Swallow': '燕', 'Tamenori': '為則流', 'Tanida': '谷田流', 'Tanida Buffalo': '谷田バッファロー', 'Tanaka': '田中流', 'Feldborg': 'フェルトボルグ',
    'Tiger': '虎', 'X-square Opening': 'X打ち', 'Kling Alternative': 'クリング別手', 'Kling Continuation': 'クリング続き', 'Piau Continuation 1': 'ピオー続き1', 'Piau Continuation 2': 'ピオー続き2', 'Continuation': '続き',
  },
};

/** The name in the language of the page. Several names of one opening stand side by side. @param {string} name */
export function openingWords(name) {
  const words = WORDS[languageTag()];
  if (!words || !name) return name;
  const of = (/** @type {string} */ part) => words[part] ?? part;
  return name.split(', ').map((part) => {
    const [, stem, more] = /^(.*?)(?: \((.*)\))?$/.exec(part) ?? [];
    return more ? `${of(stem)}（${of(more)}）` : of(stem);
  }).join('、');
}
