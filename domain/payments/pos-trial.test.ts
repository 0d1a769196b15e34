import { expect, test } from 'vitest'
import { trialCause } from './pos-trial.ts'

test.each([
  ['timeout', 'timeout'],
  ['connection', 'connection'],
  ['HTTP 502', 'connection'],
  ['address', 'address'],
  ['HTTP 404', 'address'],
  ['redirect', 'address'],
  ['unreadable', 'address'],
  ['0148 MID,TID,IP HATALI', 'network'],
  ['PosMerchantIPError', 'network'],
  ['VPS-1073 Request date time is out of range', 'clock'],
  ['HTTP 401', 'key'],
  ['99 Kullanıcı adı veya şifre hatalı', 'key'],
  ['HashDataError', 'key'],
  ['V004 Kullanici bulunamadi', 'key'],
  ['92 Terminal bulunamadı', 'terminal'],
  ['Üye işyeri bulunamadı', 'terminal'],
  ['Merchant not found', 'terminal'],
  ['12 Geçersiz işlem', 'other'],
  ['', 'other'],
] as const)('the cause of %j is %s', (text, cause) => {
  expect(trialCause(text)).toBe(cause)
})
