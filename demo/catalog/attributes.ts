import type { Db } from '#server/platform/db/pool.ts'

type DemoAttribute = {
  key: string
  names: readonly [turkish: string, english: string]
  type: 'text' | 'number' | 'yes_no' | 'list'
  unit?: string
  aliases?: readonly string[]
  group?: readonly [turkish: string, english: string]
  isFilter?: boolean
  /** Name of the category of the second level that it applies to. */
  category?: string
  choices?: readonly (readonly [turkish: string, english: string])[]
}

const electric = ['Elektriksel değerler', 'Electrical ratings'] as const
const light = ['Işık', 'Light'] as const
const size = ['Ölçüler', 'Dimensions'] as const
const build = ['Yapı', 'Design'] as const
const sale = ['Satış koşulları', 'Terms'] as const

/** What the technical data of the demo's products mean; other data stay free texts. */
const attributes: readonly DemoAttribute[] = [
  { key: 'guc', names: ['Güç', 'Power'], type: 'number', unit: 'W', group: electric },
  { key: 'gerilim', names: ['Gerilim', 'Voltage'], type: 'number', unit: 'V', aliases: ['Voltaj'], group: electric },
  { key: 'akim', names: ['Akım', 'Current'], type: 'number', unit: 'A', group: electric },
  {
    key: 'hassasiyet',
    names: ['Hassasiyet', 'Sensitivity'],
    type: 'number',
    unit: 'mA',
    group: electric,
    category: 'Kaçak Akım Rölesi',
  },
  { key: 'koruma', names: ['Koruma', 'Protection class'], type: 'number', unit: 'IP', group: electric },
  { key: 'darbe', names: ['Darbe', 'Impact energy'], type: 'number', unit: 'J', category: 'Kırıcı Delici' },
  {
    key: 'isik-rengi',
    names: ['Işık rengi', 'Light color'],
    type: 'list',
    group: light,
    choices: [
      ['3000 K gün ışığı', '3000 K warm white'],
      ['4000 K doğal', '4000 K natural'],
      ['6500 K beyaz', '6500 K cool white'],
    ],
  },
  { key: 'isik-akisi', names: ['Işık akısı', 'Luminous flux'], type: 'number', unit: 'lm', group: light },
  { key: 'duy', names: ['Duy', 'Socket'], type: 'text', group: light, category: 'LED Ampul' },
  { key: 'omur', names: ['Ömür', 'Service life'], type: 'number', unit: 'saat', group: light, isFilter: false },
  { key: 'surucu', names: ['Sürücü', 'Driver included'], type: 'yes_no', group: light, isFilter: false },
  { key: 'cap', names: ['Çap', 'Diameter'], type: 'number', unit: 'mm', group: size },
  { key: 'derinlik', names: ['Derinlik', 'Depth'], type: 'number', unit: 'mm', group: size },
  { key: 'uzunluk', names: ['Uzunluk', 'Length'], type: 'number', unit: 'm', group: size },
  { key: 'kesit', names: ['Kesit', 'Cross section'], type: 'number', unit: 'mm²', group: size, category: 'Klemens' },
  { key: 'damar', names: ['Damar', 'Cores'], type: 'text', group: size, category: 'Tesisat Kablosu' },
  { key: 'boy', names: ['Boy', 'Overall length'], type: 'number', unit: 'mm', group: size, category: 'Pense' },
  { key: 'tip', names: ['Tip', 'Type'], type: 'text', group: build, category: 'Pense' },
  { key: 'sap', names: ['Sap', 'Handle'], type: 'text', group: build, category: 'Pense' },
  { key: 'garanti', names: ['Garanti', 'Warranty'], type: 'number', unit: 'ay', group: sale, isFilter: false },
]

/** Defines the attributes and reads the technical data of all products. */
export async function insertAttributes(db: Db): Promise<void> {
  const rows = attributes.map(({ names, aliases = [], unit = '', group = ['', ''], ...attribute }, at) => ({
    key: attribute.key,
    name_tr: names[0],
    name_en: names[1],
    aliases,
    type: attribute.type,
    unit,
    group_tr: group[0],
    group_en: group[1],
    position: (at + 1) * 10,
    is_filter: attribute.isFilter ?? true,
    category: attribute.category ?? null,
  }))
  await db.execute(
    `INSERT INTO attributes (key, name_tr, name_en, aliases, type, unit, group_tr, group_en, position, is_filter, category_id)
     SELECT given.key, given.name_tr, given.name_en, given.aliases, given.type, given.unit, given.group_tr, given.group_en,
            given.position, given.is_filter, (SELECT min(c.id) FROM categories c WHERE c.name = given.category)
       FROM json_to_recordset($1) AS given (key text, name_tr text, name_en text, aliases text[], type text, unit text,
            group_tr text, group_en text, position integer, is_filter boolean, category text)`,
    [JSON.stringify(rows)],
  )
  await db.execute(
    `INSERT INTO attribute_labels (folded, attribute_id)
     SELECT DISTINCT fold(label), a.id FROM attributes a
      CROSS JOIN LATERAL unnest(ARRAY[a.name_tr::text, a.name_en, a.key] || a.aliases) label`,
  )
  const choices = attributes.flatMap(({ key, choices: own = [] }) =>
    own.map(([name, name_en], at) => ({ key, name, name_en, position: at + 1 })),
  )
  await db.execute(
    `INSERT INTO attribute_values (attribute_id, name, folded, name_en, position)
     SELECT a.id, given.name, fold(given.name), given.name_en, given.position
       FROM json_to_recordset($1) AS given (key text, name text, name_en text, position integer) JOIN attributes a USING (key)`,
    [JSON.stringify(choices)],
  )
  await db.execute('ANALYZE products')
  await db.one('SELECT cardinality(refresh_attributes(NULL, NULL)) AS products')
}
