import { defineKind } from '#demo/catalog/kind.ts'

const brands = 'VLT PRZ ANH AMP AKM BLK'
const colours = 'Renk: beyaz | krem@1.04 | füme=FM@1.35 | dore=DR@1.45 | antrasit=AN@1.4'
const frame = 'Çerçeve: çerçevesiz=Z | çerçeveli=C@1.25'
const facts = [
  ['Akım', '10 A'],
  ['Gerilim', '250 V'],
  ['Standart', 'TS EN 60669'],
  ['Garanti', '24 ay'],
] as const

export const wiring = [
  defineKind({
    ...{ id: 'socket', label: 'Priz', leaf: '{Tip} Priz', code: 'PZ', brands, units: 'outlet', price: 58, stock: 3200 },
    name: '{seri} {Tip} Priz, {Özellik}, {Renk} [({Çerçeve})]',
    series: 'Elit Nova Klasik Vera',
    axes: [
      'Tip: Topraklı=T | İkili Topraklı=T2@1.8 | USB Topraklı=US@4.2 | Data=D@2.1 | TV-SAT=TV@1.9 | Telefon=TL@1.5',
      'Özellik: standart=S | çocuk korumalı=C@1.12 | kapaklı=K@1.4 | sıva üstü=U@1.2',
      colours,
      frame,
    ],
    variants: ['Renk', 'Çerçeve'],
    facts: [
      ['Akım', '16 A'],
      ['Gerilim', '250 V'],
      ['Standart', 'TS IEC 60884-1'],
      ['Garanti', '24 ay'],
    ],
    text: 'Sararmayan gövdesi, gümüş alaşımlı kontakları ve kolay montajlı tırnakları ile uzun yıllar kullanılır.',
    uses: ['Konut', 'Ofis', 'Otel'],
  }),
  defineKind({
    ...{
      id: 'switch',
      label: 'Anahtar',
      leaf: '{Tip} Anahtar',
      code: 'AN',
      brands,
      units: 'outlet',
      price: 49,
      stock: 3400,
    },
    name: '{seri} {Tip} Anahtar, {Özellik}, {Renk} [({Çerçeve})]',
    series: 'Elit Nova Klasik Vera',
    axes: [
      'Tip: Tekli=1 | İkili=2@1.3 | Vavien=V@1.2 | Komütatör=K@1.35 | Zil=Z@1.1 | Jaluzi=J@2.2',
      'Özellik: standart=S | ışıklı=I@1.3 | vidalı bağlantı=V@1.05 | hızlı bağlantı=H@1.1',
      colours,
      frame,
    ],
    variants: ['Renk', 'Çerçeve'],
    facts,
    text: 'Yumuşak basışlı tuşu ve parlak yüzeyi ile her mekâna uyum sağlar.',
    uses: ['Konut', 'Ofis', 'Mağaza'],
  }),
  defineKind({
    ...{
      id: 'dimmer',
      label: 'Dimmer',
      leaf: '{Tip} Dimmer',
      code: 'DM',
      brands: 'VLT LMR PRZ AMP BLK',
      units: 'outlet',
      price: 210,
      stock: 160,
    },
    name: '{seri} {Tip} Dimmer {Güç}, {Kumanda}, {Renk} [({Çerçeve})]',
    series: 'Elit Nova Vera',
    axes: [
      'Tip: LED=L@1.2 | Halojen=H | Üniversal=U@1.6',
      'Güç: 100 W@0.8 | 250 W@0.9 | 400 W | 600 W@1.2 | 1000 W@1.5',
      'Kumanda: döner düğmeli=D | dokunmatik=T@1.6 | uzaktan kumandalı=K@2.2',
      colours,
      frame,
    ],
    variants: ['Güç'],
    facts,
    text: 'Titreşimsiz kısma ve aşırı yük koruması ile ışığı istediğiniz düzeye getirir.',
    uses: ['Salon', 'Toplantı odası', 'Restoran'],
  }),
  defineKind({
    ...{
      id: 'sensor',
      label: 'Hareket Sensörü',
      leaf: '{Montaj} Sensör',
      code: 'HS',
      brands: 'LMR VLT ISK AYD AKM',
      units: 'outlet',
      price: 165,
      stock: 240,
    },
    name: 'Hareket Sensörü {Açı} {Montaj} tipi {Menzil} {Koruma} {Renk} {seri}',
    series: 'Göz Nöbet Eko',
    axes: [
      'Montaj: Duvar=D | Tavan=T@1.1 | Sıva Altı=A@1.2 | Mikrodalga=M@1.9',
      'Açı: 120°=120@0.9 | 180°=180 | 360°=360@1.3',
      'Menzil: 6 m@0.85 | 8 m=8 | 12 m@1.2 | 16 m@1.4',
      'Koruma: IP20 | IP44@1.15 | IP65@1.35',
      'Renk: beyaz | siyah@1.05',
    ],
    facts: [
      ['Süre ayarı', '10 sn - 15 dk'],
      ['Yük', '1200 W'],
      ['Garanti', '24 ay'],
    ],
    text: 'Gündüz-gece ve süre ayarı ile aydınlatmayı yalnız gerektiğinde açar.',
    uses: ['Apartman girişi', 'Otopark', 'Depo'],
  }),
  defineKind({
    ...{
      id: 'plug',
      label: 'Fiş',
      leaf: '{Tip} Fiş',
      code: 'FS',
      brands: 'VLT PRZ ANH AMP KRD',
      units: 'outlet',
      price: 24,
      stock: 2600,
    },
    name: '{Tip} Fiş {Akım} {Kutup} {Malzeme} {Renk} {seri}',
    series: 'Elit Eko Endüstri',
    axes: [
      'Tip: Erkek=E | Dişi=D@1.05 | Ara=A@1.3 | Makine=M@1.8 | Çevirici=C@2.1',
      'Akım: 10 A@0.9 | 16 A | 32 A@3.2 | 63 A@6.5',
      'Kutup: topraklı=T | topraksız=Z@0.85 | trifaze=3@3.4',
      'Malzeme: kauçuk=K@1.3 | plastik=P | porselen=S@1.5',
      'Renk: siyah | beyaz | gri | mavi',
    ],
    facts: [
      ['Gerilim', '250 V'],
      ['Standart', 'TS IEC 60884-1'],
    ],
    text: 'Kabloyu sıkıca tutan kelepçesi ve dayanıklı gövdesi ile sık takıp çıkarmaya uygundur.',
    uses: ['Uzatma kablosu', 'Makine bağlantısı', 'Şantiye'],
  }),
]
