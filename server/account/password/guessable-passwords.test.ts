import { expect, test } from 'vitest'
import { isGuessable } from './guessable-passwords.ts'

const own = ['ayse.yilmaz@orneknalbur.example', 'Ayşe Yılmaz', 'Örnek Nalbur', 'NLB-042']

test.each(['trustno1', 'Trustno1', 'ncc1701', 'mercedes', 'zaq12wsx'])('"%s" is in the list of leaks', (password) => {
  expect(isGuessable(password, [])).toBe(true)
})

test.each(['ayse.yilmaz', 'Yılmaz1985', 'AYŞEYILMAZ', 'OrnekNalbur!', 'nlb-042', 'orneknalbur2026'])(
  '"%s" is made of the user’s own words',
  (password) => {
    expect(isGuessable(password, own)).toBe(true)
    expect(isGuessable(password, [])).toBe(false)
  },
)

test.each(['kapıda7kişi', 'Mavi-Deniz-42', 'nalburcu-kedi', 'bk7!xq'])('"%s" is accepted', (password) => {
  expect(isGuessable(password, own)).toBe(false)
})
