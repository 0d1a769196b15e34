import { expect, test } from 'vitest'
import { parseStorageUrl, placeOf, readStorageUrl } from './storage-address.ts'

test.each([
  ['s3://toptan', { bucket: 'toptan', prefix: '', isPathStyle: false }],
  ['s3://toptan/shop/a/?region=eu-central-1', { prefix: 'shop/a/', region: 'eu-central-1', isPathStyle: false }],
  [
    's3://key:s%2Fc@toptan?endpoint=http://10.0.0.7:9000',
    { endpoint: 'http://10.0.0.7:9000', isPathStyle: true, keys: { accessKeyId: 'key', secretAccessKey: 's/c' } },
  ],
  ['s3://toptan?endpoint=https://s3.example.com&pathStyle=0', { isPathStyle: false }],
])('%s is the address of a bucket', (text, expected) => {
  expect(parseStorageUrl(text)).toMatchObject(expected)
})

test.each([
  'toptan',
  'https://s3.example.com/toptan',
  's3://',
  's3://Toptan!',
  's3://toptan:9000',
  's3://toptan?endpoint=s3.example.com',
  's3://toptan?endpont=https://s3.example.com',
  's3://a%2:b@toptan',
])('%s is none', (text) => {
  expect(parseStorageUrl(text)).toBeUndefined()
})

test.each([
  ['s3://', 'The address has no bucket.'],
  ['s3://?region=a', 'The address has no bucket.'],
  ['s3://Toptan!', '"Toptan!" is not the name of a bucket.'],
  ['s3://toptan?endpoint=s3.example.com', 'The endpoint must be an http:// or https:// address.'],
  ['s3://toptan?endpont=https://s3.example.com', '"endpont" is not known: endpoint, region, pathStyle.'],
  ['s3://a%2:b@toptan', 'It is no s3:// address.'],
])('says what is wrong with %s', (text, sentence) => {
  expect(readStorageUrl(text)).toBe(sentence)
})

test('the name of the place has no keys', () => {
  const address = parseStorageUrl('s3://key:secret@toptan/shop')
  expect(address && placeOf(address)).toBe('s3://toptan/shop')
})
