import { expect, test } from 'vitest'
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
