import { defineKind } from '#db/demo/kind.ts'

const brands = 'MKR TZG ARD DLG FRZ PRS'
const facts = [['Garanti', '24 ay'], ['Menşei', 'Türkiye']] as const

export const powerTools = [
  defineKind({
    ...{ id: 'drill', label: 'Akülü Matkap', leaf: '{Tip} Akülü Matkap', code: 'AM', brands, units: 'machine', price: 3200, stock: 60 },
    name: '{Gerilim} {Motor} Akülü {Tip} Matkap {Akü} {seri}, {Kutu}',
    series: 'DDF Pro Usta Kompakt',
    axes: [
      'Gerilim: 12V@0.7 | 14,4V=14@0.8 | 18V | 20V@1.15 | 36V@1.7',
      'Tip: Darbesiz=D | Darbeli=H@1.12 | Vidalama=V@0.85',
      'Motor: - | Kömürsüz=K@1.35',
      'Akü: 2×2,0 Ah=2 | 2×4,0 Ah=4@1.25 | 2×5,0 Ah=5@1.4 | solo=0@0.6',
      'Kutu: çantalı=C@1.05 | kartonda=N',
    ],
    facts: [...facts, ['Mandren', '13 mm anahtarsız']],
    text: 'İki vitesli metal dişli kutusu, elektronik devir ayarı ve LED çalışma ışığı ile uzun ömürlü kullanım sağlar.',
    uses: ['Ahşap ve metalde delme', 'Vidalama ve sökme', 'Montaj işleri'],
  }),
  defineKind({
    ...{ id: 'grinder', label: 'Taşlama Makinesi', leaf: '{Çap} Taşlama', code: 'AG', brands, units: 'machine', price: 1450, stock: 80 },
    name: '{seri} Avuç Taşlama {Çap} {Güç}, {Ayar} {Anahtar}',
    series: 'AG Pro Turbo Usta',
    axes: [
      'Çap: 115 mm@0.9 | 125 mm | 150 mm@1.3 | 180 mm@1.6 | 230 mm@1.9',
      'Güç: 720 W@0.85 | 850 W@0.95 | 1100 W@1.1 | 1400 W@1.3 | 1700 W@1.5 | 2200 W@1.8',
      'Ayar: sabit devir=S | devir ayarlı=A@1.12',
      'Anahtar: sürgü anahtar=1 | yandan anahtar=2@1.02 | kilitli anahtar=3@1.05',
    ],
    facts: [...facts, ['Mil', 'M14'], ['Koruma', 'Yumuşak kalkış']],
    text: 'Toza karşı korumalı rulmanları ve ayarlanabilir siperi ile kesme ve taşlamada güvenli çalışma sunar.',
    uses: ['Metal kesme', 'Kaynak çapağı alma', 'Taş ve beton kesme'],
  }),
  defineKind({
    ...{ id: 'hammer-drill', label: 'Kırıcı Delici', leaf: '{Mandren} Kırıcı Delici', code: 'KD', brands, units: 'machine', price: 4100, stock: 30 },
    name: '{seri} Kırıcı Delici {Mandren} {Güç} {Darbe}, {Kutu}',
    series: 'HR Pro Beton',
    axes: [
      'Mandren: SDS-Plus=P | SDS-Max=M@2.1 | Altıgen=H@2.4',
      'Güç: 650 W@0.8 | 800 W@0.95 | 950 W@1.1 | 1100 W@1.25 | 1500 W@1.7',
      'Darbe: 2,4 J=24@0.85 | 3,2 J=32 | 5,5 J=55@1.3 | 8 J=80@1.6 | 15 J=150@2',
      'Fonksiyon: iki fonksiyonlu=2 | üç fonksiyonlu=3@1.1',
      'Kutu: plastik çantalı=C | kartonda=N@0.95',
    ],
    facts: [...facts, ['Titreşim', '9,5 m/s²']],
    text: 'Titreşim emici tutamağı ve emniyet kavraması ile beton ve tuğlada yormadan çalışır.',
    uses: ['Beton delme', 'Fayans sökme', 'Kanal açma'],
  }),
  defineKind({
    ...{ id: 'jigsaw', label: 'Dekupaj Testere', leaf: '{Besleme} Dekupaj', code: 'DT', brands, units: 'machine', price: 1900, stock: 35 },
    name: '{seri} Dekupaj Testere {Güç} {Derinlik} {Besleme}, {Taban}',
    series: 'JS Pro Hobi',
    axes: [
      'Besleme: Elektrikli=E | Akülü=A@1.3',
      'Güç: 450 W@0.75 | 550 W@0.85 | 650 W | 750 W@1.2 | 850 W@1.35',
      'Derinlik: 65 mm@0.9 | 80 mm | 100 mm@1.15 | 135 mm@1.3',
      'Taban: çelik taban=C | alüminyum taban=A@1.1 | eğimli taban=E@1.15',
      'Pandül: 3 kademe=3 | 4 kademe=4@1.05',
    ],
    facts: [...facts, ['Bıçak bağlantısı', 'T sap, anahtarsız']],
    text: 'Anahtarsız bıçak değişimi ve talaş üfleme sistemi ile düzgün eğri kesimler yapar.',
    uses: ['Ahşapta eğri kesim', 'Laminat ve PVC', 'İnce sac'],
  }),
  defineKind({
    ...{ id: 'sander', label: 'Zımpara Makinesi', leaf: '{Tip} Zımpara', code: 'ZM', brands: 'MKR TZG DLG FRZ ZMP', units: 'machine', price: 1700, stock: 40 },
    name: '{Tip} Zımpara Makinesi {Güç} {Ölçü} {seri}, {Toz}',
    series: 'ZS Pro Mobilya',
    axes: [
      'Tip: Eksantrik=E | Titreşimli=T@0.8 | Tank=B@1.4 | Delta=D@0.85',
      'Güç: 240 W@0.8 | 300 W@0.9 | 450 W@1.1 | 600 W@1.25 | 900 W@1.5 | 1200 W@1.8',
      'Ölçü: 125 mm | 150 mm@1.15 | 93×185 mm=185@0.95 | 75×533 mm=533@1.3',
      'Toz: toz torbalı=T | süpürge bağlantılı=S@1.04 | devir ayarlı=A@1.1',
    ],
    facts: [...facts, ['Kağıt bağlantısı', 'Cırtlı']],
    text: 'Düşük titreşimli gövdesi ve etkili toz emişi ile boya öncesi pürüzsüz yüzey verir.',
    uses: ['Mobilya', 'Boya öncesi hazırlık', 'Parke'],
  }),
  defineKind({
    ...{ id: 'circular-saw', label: 'Daire Testere', leaf: '{Besleme} Daire Testere', code: 'DS', brands, units: 'machine', price: 2900, stock: 28 },
    name: '{Besleme} Daire Testere {Disk} {Güç} {seri}, {Ek}',
    series: 'CS Pro Şantiye',
    axes: [
      'Besleme: Elektrikli=E | Akülü=A@1.4 | Dalgıç=D@1.7',
      'Disk: 140 mm@0.8 | 165 mm@0.9 | 185 mm | 190 mm@1.05 | 235 mm@1.5',
      'Güç: 1050 W@0.85 | 1200 W | 1400 W@1.15 | 1800 W@1.35 | 2100 W@1.6',
      'Ek: lazerli=L@1.08 | paralel mesnetli=P | raylı=R@1.25',
      'Fren: - | elektrikli frenli=F@1.1',
    ],
    facts: [...facts, ['Eğim', '0-45°']],
    text: 'Derinlik ve eğim ayarlı tabanı ile ahşap ve sunta kesiminde doğru sonuç verir.',
    uses: ['Kereste', 'Sunta ve MDF', 'Çatı işleri'],
  }),
]
