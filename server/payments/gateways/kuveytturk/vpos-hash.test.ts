import { describe, expect, it } from 'vitest'
import { answerHash, requestHash } from './vpos-hash.ts'

/** Published with the password of the bank's public test account: mewebstudio/pos@a4c454a5 (MIT), tests/Unit. */
const password = 'Api123'
const request = { merchantId: '80', orderId: 'ORDER-123', amount: '7256', userName: 'apiuser' }

describe('the hashes of Kuveyt Türk and Vakıf Katılım', () => {
  it('are those of the published requests (Crypt/KuveytPosCryptTest.php)', () => {
    expect(requestHash(request, password)).toBe('Bf+hZf2c1gf1pTXnEaSGxDpGRr0=')
    const urls = { okUrl: 'http://localhost:44785/Home/Success', failUrl: 'http://localhost:44785/Home/Fail' }
    expect(requestHash({ ...request, ...urls }, password)).toBe('P3a0zjAklu2g8XDJfTx2qvwHH8g=')
  })

  it('are that of the published answer (KuveytPosResponseDataMapperTest.php, success1)', () => {
    const answer = { orderId: '660723214', rrn: '904115005554', code: '00', bankOrder: '4480' }
    expect(answerHash(answer, password)).toBe('I7H/6nwfydM6VcwXsl82mqeC83o=')
    expect(answerHash({ ...answer, code: '05' }, password)).not.toBe('I7H/6nwfydM6VcwXsl82mqeC83o=')
    expect(answerHash(answer, 'api123')).not.toBe('I7H/6nwfydM6VcwXsl82mqeC83o=')
  })
})
