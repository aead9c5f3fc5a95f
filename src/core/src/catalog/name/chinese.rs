//! Chinese in a name → English words that [`Spelling`](super::spelling::Spelling) knows.

use alloc::string::{String, ToString as _};

/// Each word with what it stands for; a word that tells no two devices apart stands for nothing. The longest counts. A word
/// that is not here may tell two cards apart, as an unknown English one may.
const WORDS: &str = "思元=mlu 天垓=tiangai 壁仞=br 壁砺=br 昇腾=ascend \
    半=half 切=slice 切分=slice 切片=slice 共享=shared 分时=shared 分之=/ 虚拟=virtual 虚拟化=virtual \
    无=no 非=no 不=no 未=no 没有=no 不带=no 不含=no 魔改=mod 改装=mod 改=mod 原装=no-mod 原版=no-mod 原厂=no-mod \
    卡=card 张=card 块=card 片=card 颗=card 枚=card 显卡=gpu 单=1 双=2 两=2 每= 至=~ 到=~ \
    台=machines 整机=node 机=node 服务器=node 主机=node 裸金属=node 台式机=node 一体机=node 或=, 和=, 与=, 笔记本=laptop 移动=mobile 服务器版=server 工作站=workstation \
    盘=disk 硬盘=disk 系统盘=disk 数据盘=disk 存储=storage 内存=ram 带宽=bandwidth 流量=traffic \
    英伟达= 华为= 寒武纪= 百度= 昆仑= 昆仑芯= 海光= 深算= 沐曦= 曦云= 摩尔线程= 燧原= 云燧= 天数= 天数智芯= 阿里= 阿里云= \
    平头哥= 真武= 科技= 国产= 智能= 大模型= ai大模型= 加速= 训练= 推理= 计算= 算力= 云= 显存=vram \
    版= 型= 型号= 系列= 整= 实例= 模组= 模式= 公版= \
    非公版= 涡轮= 风冷= 水冷= 液冷= 双宽= 高频= 二手= 独享= 独占= 仅= 纯= 共= 的= 带= 含= 支持= 互联=";

/// What is not in [`WORDS`].
const UNKNOWN: &str = "unknown";

/// Whether a sign is of the block of common Chinese characters.
pub(super) const fn is_chinese(sign: char) -> bool {
    matches!(sign, '\u{4e00}'..='\u{9fff}')
}

/// The text with each Chinese word replaced.
pub(super) fn translated(text: &str) -> String {
    let mut translated = String::new();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        if let Some((number, after)) = numeral(rest) {
            translated.push(' ');
            translated.push_str(&number.to_string());
            translated.push(' ');
            rest = after;
            continue;
        }
        let (word, english) = match longest(rest) {
            Some(found) => found,
            None if is_chinese(sign) => (sign.len_utf8(), UNKNOWN),
            None => {
                translated.push(sign);
                rest = rest.get(sign.len_utf8()..).unwrap_or_default();
                continue;
            }
        };
        translated.push(' ');
        translated.push_str(english);
        translated.push(' ');
        rest = rest.get(word..).unwrap_or_default();
    }
    translated
}

/// The number below 100 that a text begins with, and what is after it.
fn numeral(text: &str) -> Option<(u32, &str)> {
    let digit =
        |sign| "一二三四五六七八九".chars().zip(1..).find_map(|(digit, value)| (digit == sign).then_some(value));
    let (tens, ones) = match text.split_once('十') {
        Some(("", ones)) => (1, ones),
        Some((tens, ones)) if tens.chars().nth(1).is_none() => (tens.chars().next().and_then(digit)?, ones),
        _ => (0, text),
    };
    match ones.chars().next().and_then(|sign| Some((digit(sign)?, sign.len_utf8()))) {
        Some((one, length)) => Some((tens * 10 + one, ones.get(length..)?)),
        None => (tens > 0).then_some((tens * 10, ones)),
    }
}

/// The length of the longest word that a text begins with, and what it stands for.
fn longest(text: &str) -> Option<(usize, &'static str)> {
    let words = WORDS.split(' ').filter_map(|pair| pair.split_once('='));
    words
        .filter(|(word, _)| text.starts_with(word))
        .map(|(word, english)| (word.len(), english))
        .max_by_key(|(length, _)| *length)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::{WORDS, translated};

    #[test]
    fn the_longest_word_counts_and_what_is_unknown_stays_a_word() {
        let words = |text| translated(text).split_ascii_whitespace().collect::<alloc::vec::Vec<_>>().join(" ");
        assert_eq!(words("双卡 rtx4090 显卡"), "2 card rtx4090 gpu");
        assert_eq!(words("思元370-x8"), "mlu 370-x8");
        assert_eq!(words("十卡 十二卡 二十卡 三十二卡 五卡"), "10 card 12 card 20 card 32 card 5 card");
        assert_eq!(words("非公版4090"), "4090");
        assert_eq!(words("4090平替"), "4090 unknown unknown");
        assert_eq!(words("rtx 4090™"), "rtx 4090™");
    }

    #[test]
    fn no_word_is_there_twice() {
        let mut words: alloc::vec::Vec<_> = WORDS.split_ascii_whitespace().map(|pair| pair.split('=').next()).collect();
        words.sort();
        assert!(words.is_sorted_by(|a, b| a < b), "{}", WORDS.to_string());
    }
}
