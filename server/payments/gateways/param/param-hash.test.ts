import { describe, expect, it } from 'vitest'
import { paymentHash, returnHash } from './param-hash.ts'

/** Published with Param's public test account: mewebstudio/pos@a4c454a5 (MIT), tests/Unit/Crypt/ParamPosCryptTest.php. */
const guid = '0c13d406-873b-403b-9c09-a5766840d98c'

describe('the hashes of Param', () => {
  it('are that of the published payment', () => {
    const of = { clientCode: '10738', installment: '3', amount: '1.000,01', total: '1.000,01', orderId: '202412293F4E' }
    expect(paymentHash(of, guid)).toBe('jsLYSB3lJ81leFgDLw4D8PbXURs=')
    expect(paymentHash({ ...of, installment: '4' }, guid)).not.toBe('jsLYSB3lJ81leFgDLw4D8PbXURs=')
  })

  it('are that of the published return', () => {
    const of = {
      paymentGuid: '35513153-9902-4a4c-a256-af6ed9cadc52',
      md: '581877:A65A349B0BAE27FC6567294215158DD8AE223843B5C96462F04A750CA7E8B165:3680:##500100000',
      mdStatus: '1',
      orderId: '2025011749D1',
    }
    expect(returnHash(of, guid)).toBe('b1D7+nI3j4k3WGJuhW5IuPOFpEE=')
    expect(returnHash({ ...of, mdStatus: '0' }, guid)).not.toBe('b1D7+nI3j4k3WGJuhW5IuPOFpEE=')
  })
})
