import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  '123456',
  '12345678',
  '1234567890',
  '987654321',
  '111111',
  'abcdefg',
  'qwerty',
  'QWERTY123',
  'Şifre123',
  'ŞİFREM',
  'parola1!',
  'Galatasaray1905',
  'fenerbahçe',
  '123123',
  'password',
  '1q2w3e4r',
])('"%s" is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['demo1234', 'kapıda7kişi', 'Mavi-Deniz-42', 'bk7!xq', '135791', 'yağmurlu gün', '203948'])(
  '"%s" is not common',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)
