import { fold } from '#domain/text/text.ts'

/**
 * Words of a message that describe no product, folded. To leave one out only widens the search, so that a line becomes
 * more doubtful, never another product. Words that names have as well (`su`, `usta`) are not among them.
 */
const spoken = new Set(
  `selam selamlar slm merhaba merhabalar mrb meraba gunaydin iyi gunler aksamlar geceler calismalar hayirli isler kolay gelsin
   bereketli lutfen lutfedin rica ederim ederiz tesekkur tesekkurler tsk tskler sagol sagolun eyvallah saygilar saygilarimla
   acil acilen acele hemen bize bana bizim benim icin lazim gerek gerekli gerekiyor ihtiyac ihtiyacimiz istiyorum istiyoruz
   istiyor isterim isteriz alalim alayim alacagim alacagiz aliyoruz aliyim olsun olur olacak olursa gonder gonderin gonderiniz
   gonderir gonderirmisin gonderirmisiniz gonderelim gonderseniz yolla yollayin yollar yollarmisin yollarmisiniz hazirla
   hazirlayin hazirlar hazirlayalim ekle ekleyin ekler yaz yazin yazar yazarmisin misin misiniz musun musunuz mi mu siparis
   siparisi siparisim siparisimiz siparisler abi abim abicim hocam ustam kardesim kardes hanim bey beyler efendim ayrica
   birde bide bir-de da de daha hem sonra tamam ok evet asagidaki asagidakiler asagida urun urunler urunleri liste listemiz
   listesi verir verirmisin verin verebilir sevk edin ediniz edebilir edermisiniz eder varsa elinizde elinde stokta stok
   hesabima hesaba cari yarin bugun sabah aksam ogleden kargo kargoya kargoyla nakliye ambar ambara arac depoya depodan
   teslim teslimat fatura faturali irsaliye not notu konu nolu no lu olan olanlardan cins cinsi marka markali model modeli
   koy koyun koyar atin hadi haydi kib tamamdir kolaygelsin selamun aleykum aleykumselam as
   hi hello hey dear please thanks thank you regards kind we need want order send us the for of`.split(/\s+/),
)

const greetings =
  /^(?:selam|slm|merhaba|meraba|mrb|gunaydin|hayirli|iyi (?:gun|aksam|calis|gece|hafta)|kolay gelsin|tesekkur|tsk|rica|saygi|sagol|eyvallah|lutfen|acil|hello|hi|hey|thank|please|regards|dear|kind regards)/

/** The letters and digits of a text, folded. */
export const plainWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

export const isSpokenWord = (word: string): boolean => spoken.has(word)

/** Whether a text begins as a greeting or thanks. */
export function isGreetingText(text: string): boolean {
  return greetings.test(plainWords(text.slice(0, 60)).join(' '))
}

/** Whether a text without a figure has only words that are said to a person. */
export function isSaid(text: string): boolean {
  const words = plainWords(text)
  return words.length > 0 && words.every((word) => isSpokenWord(word))
}

/** The text without words that are said to a person; all of it if nothing else is left. */
export function withoutSpoken(text: string): string {
  const kept = text.split(/\s+/).filter((part) => {
    const words = plainWords(part)
    return words.length === 0 || !words.every(isSpokenWord)
  })
  return kept.join(' ')
}
