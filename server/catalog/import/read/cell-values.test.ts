import { describe, expect, test } from 'vitest'
import { CategoryEvidence, readCategory } from './category-path.ts'
import { cutAtWord, lineOf, textOf } from '#server/platform/tables/cell-text.ts'
import { cleanDescription } from '#server/platform/clean-html.ts'
import { readDescription } from './description.ts'
import { readImages } from './images.ts'

describe('categories', () => {
  test.each([
    ['Elektrik > Kablo > NYA', false, ['Elektrik', 'Kablo', 'NYA'], []],
    ['Ölçme > Cosφmetre / Frekansmetre', false, ['Ölçme', 'Cosφmetre / Frekansmetre'], []],
    ['Conta/Keçe', false, ['Conta/Keçe'], []],
    ['Kitap, Kapak', false, ['Kitap, Kapak'], []],
    ['El  Aletleri', false, ['El Aletleri'], []],
    ['A/B/C', true, ['A', 'B', 'C'], []],
    ['Root/Men/Tops,Root/Collections/Eco/New,Root', true, ['Collections', 'Eco', 'New'], ['Men > Tops']],
    ['Default Category/Men/Tops & Tees,Default Category/Sale', true, ['Men', 'Tops & Tees'], ['Sale']],
    ['A > B|C > D > E', false, ['C', 'D', 'E'], ['A > B']],
    [' > ', false, [], []],
  ])('%s', (text, slash, levels, others) => {
    expect(readCategory(text, { slash })).toEqual({ levels, others })
  })

  test('a sentence is not a category', () => {
    expect(readCategory('x'.repeat(101), { slash: false })).toHaveProperty('ignored')
    const levels = Array.from({ length: 21 }, (_, i) => `k${i}`)
    expect(readCategory(levels.join(' > '), { slash: false })).toEqual({ deep: 21 })
    expect(readCategory(levels.slice(1).join(' > '), { slash: false })).toHaveProperty('levels', levels.slice(1))
  })

  test('"/" separates levels only if every value of the column contains it and none contains ">"', () => {
    const styleOf = (...values: string[]) => {
      const evidence = new CategoryEvidence()
      for (const value of values) evidence.observe(value)
      return evidence.style().slash
    }
    expect(styleOf('A/B', 'A/C')).toBe(true)
    expect(styleOf('A/B', 'C')).toBe(false)
    expect(styleOf('A/B', 'A > C/D')).toBe(false)
    expect(styleOf()).toBe(false)
  })
})

describe('texts', () => {
  test('removes invisible characters and characters that the database rejects', () => {
    expect(textOf('\uFEFF a\u0000b\u200B ')).toBe('ab')
    expect(textOf('\uD800x')).toBe('\uFFFDx')
    expect(lineOf('Kedi  Maması &amp;\n Aksesuar')).toBe('Kedi Maması & Aksesuar')
  })

  test.each([
    ['zero-width letters', 'Ça\u200Cy\u200Bdan\u2060l\u00ADık', 'Çaydanlık'],
    ['byte order marks', '\uFEFFÇay\uFEFFdanlık', 'Çaydanlık'],
    ['marks of direction', '\u2067Çaydanlık\u2069\u200F', 'Çaydanlık'],
    ['tabs, no-break and double spaces', 'Cam\tçaydanlık \u00A0 2  lt', 'Cam çaydanlık 2 lt'],
    ['decimal entities', '&#304;plik &#305;&#351;&#305;k', 'İplik ışık'],
    ['hexadecimal entities', '&#x130;plik &#x131;&#x15F;', 'İplik ış'],
    [
      'named entities',
      'T&uuml;rk kahvesi &ccedil;eki&ccedil; &scedil;i&scedil;e &#146;ler',
      'Türk kahvesi çekiç şişe ’ler',
    ],
    [
      'entities that are escaped again',
      'Mama &amp;amp; su, &amp;#304;plik &amp;amp;quot;A&amp;amp;quot;',
      'Mama & su, İplik "A"',
    ],
    ['markup', '<p>Cam</p><p><b>Çay</b>danlık</p>', 'Cam Çaydanlık'],
    ['escaped markup', '&amp;lt;p&amp;gt;Çaydanlık&amp;lt;br /&amp;gt;2 lt&amp;lt;/p&amp;gt;', 'Çaydanlık 2 lt'],
    ['entities of invisible letters', 'Çay&#8203;danlık&zwnj;', 'Çaydanlık'],
  ])('cleans %s', (_, text, cleaned) => {
    expect(lineOf(text)).toBe(cleaned)
  })

  test('text that only resembles markup or an entity stays', () => {
    for (const text of ['BORU <U> PROFİL', 'Ø 5 < 8 mm', 'A&B; C', '&constructor;', 'Aile 👨‍👩‍👧 boy', 'R&D'])
      expect(lineOf(text)).toBe(text)
  })

  test.each([
    ['markup that is escaped once or twice', '&lt;p&gt;Sağlam &amp;amp; hafif&lt;/p&gt;', '<p>Sağlam &amp; hafif</p>'],
    [
      '',
      '&amp;lt;ul&amp;gt;&amp;lt;li&amp;gt;5 &amp;#305;&amp;lt;/li&amp;gt;&amp;lt;/ul&amp;gt;',
      '<ul><li>5 ı</li></ul>',
    ],
    ['letters as entities', '<p>T&uuml;rk &#305;&nbsp;&amp;nbsp;5 &lt; 8</p>', '<p>Türk ı 5 &lt; 8</p>'],
    ['white space in plain text', 'Cam\t\tçaydanlık  2 lt\nYeni', 'Cam çaydanlık 2 lt<br>Yeni'],
    ['a script in escaped markup', '&lt;p&gt;A&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;', '<p>A</p>'],
    ['text about markup', 'Fiyat &lt; 5', 'Fiyat &lt; 5'],
  ])('cleans %s of a description', (_, text, html) => {
    expect(readDescription(text).html).toBe(html)
    expect(readDescription(readDescription(text).html).html).toBe(html)
  })

  test('keeps leading zeros', () => {
    expect(lineOf('00123')).toBe('00123')
    expect(lineOf('="00123"')).toBe('00123')
    expect(lineOf(8690000000001)).toBe('8690000000001')
  })

  test('cuts long texts between words', () => {
    expect(cutAtWord('bir iki üç', 8)).toBe('bir iki')
    expect(cutAtWord('bir iki', 7)).toBe('bir iki')
    expect(cutAtWord('x'.repeat(20), 5)).toBe('xxxxx')
  })
})

const link = (href: string) => `<a href="${href}" rel="nofollow noopener noreferrer">a</a>`

describe('descriptions', () => {
  test.each([
    ['5 < 6 & 7\nsatır', '5 &lt; 6 &amp; 7<br>satır'],
    ['<p class="x" onclick="y()">a<br/>b</p>', '<p>a<br>b</p>'],
    ['<div>a</div><h1>b</h1>', '<p>a</p><h2>b</h2>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['<div><p>a</p><p>b</p></div>', '<p>a</p><p>b</p>'],
    ['</p>a</b>', 'a'],
    ['<p>&nbsp;&bull; x & y</p>', '<p>&nbsp;&bull; x &amp; y</p>'],
    ['<p></p><p>a</p>', '<p>a</p>'],
    ['<p>1 <2</p>', '<p>1 &lt;2</p>'],
    ['<!-- x --><p>a</p>', '<p>a</p>'],
    ['<a>a</a>', 'a'],
    [
      '<a href="https://x.example/y?a=1&amp;b=2" target="_blank" class="c">a</a>',
      link('https://x.example/y?a=1&amp;b=2'),
    ],
    ['<a href=" /kampanyalar ">a</a>', link('/kampanyalar')],
    ['<a href="mailto:a@x.example" rel="opener">a</a>', link('mailto:a@x.example')],
    ['<p><a href="tel:+902120000000">a</a></p>', `<p>${link('tel:+902120000000')}</p>`],
    ['<p><a href="https://x.example"></a>a</p>', '<p>a</p>'],
  ])('%j is stored as %j', (text, html) => {
    expect(cleanDescription(text)).toEqual({ html, removed: false })
  })

  test.each([
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<a href="javascript:x">a</a>', 'a'],
    ['<a href="java&#115;cript:x">a</a>', 'a'],
    ['<a href="&#x2f;/x.example">a</a>', 'a'],
    ['<a href="//x.example">a</a>', 'a'],
    ['<a href="data:text/html,x">a</a>', 'a'],
    ['<img src=x onerror=alert(1)>a', 'a'],
    ['<svg><script>x</script></svg>a', 'a'],
    ['<style>p{}</style>a', 'a'],
    ['<iframe src="//x">a', ''],
    ['<p title="a>b"><img alt="<script>">c</p>', '<p>c</p>'],
  ])('%j loses unsafe markup', (text, html) => {
    expect(cleanDescription(text)).toEqual({ html, removed: true })
  })

  test.each(['a', '-', '1'])('cleans an unclosed tag of %j in time proportional to its length', (letter) => {
    const text = `<b>x</b><a${letter.repeat(100_000)}`
    expect(cleanDescription(text).html).toBe(`<b>x</b>&lt;a${letter.repeat(100_000)}`)
  })

  test('cleaning a clean description changes nothing', () => {
    for (const text of [
      '<p>a &amp; b</p>',
      '<ul><li>x</li></ul>',
      'a<br>b',
      '&lt;script&gt;',
      link('https://x.example?a=1&b=2'),
    ]) {
      const { html } = cleanDescription(text)
      expect(cleanDescription(html).html).toBe(html)
    }
  })
})

describe('images', () => {
  test('keeps file names and rejects what is neither a name nor an address', () => {
    expect(readImages(['/m/h/a.jpg', 'b.png|c.webp', 'a b.jpg', '/images/d.jpg'])).toEqual({
      names: ['m/h/a.jpg', 'b.png', 'c.webp', 'a b.jpg', 'd.jpg'],
      addresses: [],
      refused: 0,
    })
    expect(readImages(['../../etc/passwd', 'a/../b.jpg', 'x.exe', 'ftp://h/a.jpg', 'file:///etc/a.jpg'])).toEqual({
      names: [],
      addresses: [],
      refused: 5,
    })
    expect(readImages(['a.jpg|a.jpg', ''])).toMatchObject({ names: ['a.jpg'], refused: 0 })
    const odd = ['%50 indirim.png', "Çekiç & Balta (2) #1+1='2'.JPG", 'üçgen.webp']
    expect(readImages([odd.join('|').normalize('NFD')])).toMatchObject({ names: odd, refused: 0 })
  })

  test.each([
    ['an address without its scheme', '//cdn.example/x.jpg', ['https://cdn.example/x.jpg']],
    ['an address with commas', 'https://cdn.example/f_auto,w_800/x.jpg', ['https://cdn.example/f_auto,w_800/x.jpg']],
    ['an address with semicolons', 'https://a.example/x.jpg?a=1;b=2;c.jpg', ['https://a.example/x.jpg?a=1;b=2;c.jpg']],
    ['a fragment and letters in capitals', 'HTTPS://A.example/x.jpg#1', ['https://a.example/x.jpg']],
    ['escaped signs', 'https://a.example/x.jpg?a=1&amp;amp;b=2', ['https://a.example/x.jpg?a=1&b=2']],
    ['a space within', 'https://a.example/x y.jpg', ['https://a.example/x%20y.jpg']],
    [
      'addresses one after the other',
      'https://a.example/a,b.jpg,https://a.example/c.jpg; //a.example/d.jpg\nhttps://a.example/e.jpg http://b.example/f.jpg',
      [
        'https://a.example/a,b.jpg',
        'https://a.example/c.jpg',
        'https://a.example/d.jpg',
        'https://a.example/e.jpg',
        'http://b.example/f.jpg',
      ],
    ],
    ['an address twice', 'https://a.example/a.jpg|https://a.example/a.jpg#x', ['https://a.example/a.jpg']],
  ])('%s is read as addresses, also between file names', (_name, cell, addresses) => {
    expect(readImages([cell])).toEqual({ names: [], addresses, refused: 0 })
    expect(readImages([`own.jpg;${cell}, other.png`])).toEqual({
      names: ['own.jpg', 'other.png'],
      addresses,
      refused: 0,
    })
  })

  test('a file name follows an address without a space', () => {
    const cell = 'https://a.example/a.jpg,own.jpg;https://a.example/b.png;other.webp'
    expect(readImages([cell])).toEqual({
      names: ['own.jpg', 'other.webp'],
      addresses: ['https://a.example/a.jpg', 'https://a.example/b.png'],
      refused: 0,
    })
  })

  test('embedded data, addresses with a password, overlong ones and those beyond 20 are refused', () => {
    const more = Array.from({ length: 22 }, (_, i) => `https://a.example/${i}.jpg`)
    expect(readImages([more.join('|')])).toMatchObject({ addresses: more.slice(0, 20), refused: 2 })
    for (const cell of [
      'data:image/jpeg;base64,/9j/4AAQ,iVBOR/a.jpg',
      'https://ali:gizli@a.example/a.jpg',
      `https://a.example/${'a'.repeat(2000)}.jpg`,
      'https://',
    ]) {
      expect(readImages([cell])).toEqual({ names: [], addresses: [], refused: 1 })
      expect(readImages([`own.jpg;${cell}, other.png`])).toMatchObject({ names: ['own.jpg', 'other.png'], refused: 1 })
    }
  })
})
