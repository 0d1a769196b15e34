import { fold } from './text.ts'

/** The most common passwords, folded, without trailing digits and symbols. */
const common = new Set(
  `password passwort passw0rd parola sifre sifrem qwerty qwert qwertyuiop qwerty123456 asdfgh asdfghjkl zxcvbn zxcvbnm
  abcdef abcdefg abc abcd admin administrator yonetici bayi toptan test user kullanici letmein welcome hosgeldin
  hosgeldiniz merhaba iloveyou seniseviyorum askim canim monkey dragon football futbol baseball master login
  galatasaray fenerbahce besiktas trabzonspor bursaspor istanbul ankara izmir turkiye ataturk kartal aslan
  superman batman pokemon google facebook instagram samsung iphone computer bilgisayar internet secret
  mustafa mehmet ahmet ayse fatma q1w2e3r4 q1w2e3r4t5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qazwsxedc a1b2c3 a1b2c3d4
  123abc 123qwe 123asd 12qwas qwe123 asd123 trustno sunshine princess shadow michael`.split(/\s+/),
)

/** One repeated character, or a sequence along the keyboard's digits or letters. */
function isPattern(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)))
  const [step = 2] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}

/**
 * Passwords that attackers try first: common words with or without a number, keyboard sequences, repeated characters.
 */
export function isCommonPassword(password: string): boolean {
  const folded = fold(password.trim())
  const word = folded.replace(/[\d\W_]+$/u, '')
  const half = folded.slice(0, Math.ceil(folded.length / 2))
  return (
    common.has(folded) ||
    (word.length >= 3 && common.has(word)) ||
    // On keyboards, 0 follows 9.
    isPattern(folded.replace(/90$/, '9')) ||
    (half.length <= 3 && half + half === folded)
  )
}
