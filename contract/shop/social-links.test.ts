import { expect, test } from 'vitest'
import { socialLinks } from './social-links.ts'

const shown = (setting: string) => socialLinks(setting).map(({ network, url }) => `${network} ${url}`)
const full = [
  '1:https://facebook.example.com/toptan',
  '1:https://instagram.example.com/toptan',
  '1:https://x.example.com/toptan',
  '1:https://youtube.example.com/@toptan',
  '1:https://pinterest.example.com/toptan',
]

test('socialLinks reads five entries as the five networks, in this order', () => {
  expect(shown(full.join(';'))).toEqual([
    'facebook https://facebook.example.com/toptan',
    'instagram https://instagram.example.com/toptan',
    'twitter https://x.example.com/toptan',
    'youtube https://youtube.example.com/@toptan',
    'pinterest https://pinterest.example.com/toptan',
  ])
})

test.each([
  ['an empty setting', '', []],
  ['only separators', ';;;;', []],
  [
    'an entry that starts with 0',
    '0:https://a.example.com;1:https://b.example.com',
    ['instagram https://b.example.com'],
  ],
  ['missing entries', '1:https://a.example.com', ['facebook https://a.example.com']],
  [
    'an empty entry between others',
    '1:https://a.example.com;;1:https://c.example.com',
    ['facebook https://a.example.com', 'twitter https://c.example.com'],
  ],
  ['an entry without a link', '1:;1:https://b.example.com', ['instagram https://b.example.com']],
  ['removes only the first two characters', '1:https://a.example.com/1:2', ['facebook https://a.example.com/1:2']],
  [
    'spaces around entries and links',
    ' 1: https://a.example.com ; 0:https://b.example.com',
    ['facebook https://a.example.com'],
  ],
  ['plain http', '1:http://a.example.com/x?y=1&z=2', ['facebook http://a.example.com/x?y=1&z=2']],
  ['a script', '1:javascript:alert(1)', []],
  ['a script behind an address', '1:javascript://a.example.com/%0aalert(1)', []],
  ['data', '1:data:text/html,<script>', []],
  ['an address without a scheme', '1:a.example.com', []],
  ['a path of this shop', '1:/account/login', []],
  ['a name and password in the address', '1:https://bank.example.com@evil.example.com', []],
  ['a space inside the address', '1:https://a.example.com/a b', []],
  ['a sixth entry', `${full.map(() => '0:x').join(';')};1:https://f.example.com`, []],
])('socialLinks: %s', (_what, setting, expected) => {
  expect(shown(setting)).toEqual(expected)
})
