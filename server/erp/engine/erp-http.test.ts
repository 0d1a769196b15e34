import { expect, test, vi } from 'vitest'
import { send } from '#server/erp/adapters/protocol/answers.ts'
import { OutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { openErpHttp } from './erp-http.ts'

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://[fd00:ec2::254]/',
  'file:///etc/passwd',
])('never calls %s: it is no ERP', async (url) => {
  const call = openErpHttp()
  await expect(call({ url, method: 'GET', timeout: 300 })).rejects.toMatchObject({ reason: 'settings' })
})

test('on a copy that makes no outside calls only the sandbox of this shop is called', async () => {
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  try {
    const call = openErpHttp('http://127.0.0.1:9')
    const get = (url: string) => call({ url, method: 'GET', timeout: 300 })
    await expect(get('http://127.0.0.1:19/')).rejects.toBeInstanceOf(OutsideCallsOff)
    // Nobody listens there, but it was tried.
    await expect(get('http://sandbox-erp.localhost/logo')).rejects.toMatchObject({ reason: 'unavailable' })
    await expect(send(call, { url: 'http://127.0.0.1:19/', method: 'POST' }, 'write')).rejects.toBeInstanceOf(
      OutsideCallsOff,
    )
  } finally {
    vi.unstubAllEnvs()
  }
})
