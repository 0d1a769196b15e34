import { expect, test } from 'vitest'
import { problemsOf } from './check-draft.ts'

const right = {
  productCode: 'P1',
  serialNo: '',
  description: 'Motor çalışmıyor',
  contactName: 'Çiğdem Işık',
  contactPhone: '0532 000 00 00',
  contactEmail: '',
}

test.each([
  [{}, []],
  [{ productCode: '  ' }, ['productCode']],
  [{ description: 'Bozuk    ' }, ['description']],
  [{ contactName: 'Ç' }, ['contactName']],
  [{ contactPhone: '' }, ['contactPhone']],
  [{ contactPhone: '', contactEmail: 'a@ornek.com.tr' }, []],
  [{ contactPhone: '123', contactEmail: 'a@ornek.com.tr' }, ['contactPhone']],
  [{ contactEmail: 'cigdem' }, ['contactEmail']],
])('%j has the problems %j', (change, wrong) => {
  expect(Object.keys(problemsOf({ ...right, ...change }))).toEqual(wrong)
})
