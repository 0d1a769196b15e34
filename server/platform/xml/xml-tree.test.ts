import { describe, expect, test } from 'vitest'
import { parseXml } from './xml-tree.ts'

describe('parseXml', () => {
  test('reads elements, attributes and text, skips comments and declarations, and returns null for anything else', () => {
    const text = `<?xml version="1.0"?><!-- a > b --><a x="1" y = 'two'> text <b/><c>3 &amp; 4</c></a>\n`
    expect(parseXml(text)).toMatchObject({
      name: 'a',
      attributes: { x: '1', y: 'two' },
      children: [{ name: 'b' }, { name: 'c', text: '3 &amp; 4' }],
    })
    for (const wrong of [
      '<a>',
      '</a>',
      '<a></b>',
      '<a/><b/>',
      'x<a/>',
      '<a x=1/>',
      '<a x="<"/>',
      '<a><![CDATA[x]]></a>',
    ]) {
      expect({ wrong, read: parseXml(wrong) }).toEqual({ wrong, read: null })
    }
  })

  test('takes linear time for any input', () => {
    for (const text of [
      '<a ' + ' '.repeat(500_000),
      `<${'a'.repeat(500_000)}`,
      `<!--${'-'.repeat(500_000)}`,
      '<'.repeat(500_000),
    ]) {
      expect(parseXml(text)).toBeNull()
    }
  })
})
