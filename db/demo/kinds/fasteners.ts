import { defineKind } from '#db/demo/kind.ts'

const brands = 'VDR CVR DBL HRD BKS'

export const fasteners = [
  defineKind({
    ...{ id: 'screws', label: 'Vida', leaf: '{Tip} Vidası', code: 'VD', brands: 'VDR CVR DBL HRD', units: 'boxed', price: 88, stock: 1500 },
    name: '{Tip} Vidası {Ölçü} {Kaplama} {Adet} {seri}',
    series: 'Fix Pro Eko',
    axes: [
      'Tip: Sunta=S | Alçıpan=A@0.85 | Matkap Uçlu Sac=M@1.35 | Çatı=C@1.7 | Ahşap Konstrüksiyon=K@2.4',
      'Ölçü: 3×20 mm=320@0.5 | 3,5×25 mm=3525@0.6 | 3,5×35 mm=3535@0.7 | 4×40 mm=440@0.9 | 4×50 mm=450 | 5×60 mm=560@1.3 | 5×80 mm=580@1.7 | 6×100 mm=6100@2.6 | 6×140 mm=6140@3.4',
      'Kaplama: sarı galvaniz=SG | beyaz galvaniz=BG | siyah fosfat=SF | paslanmaz A2=A2@3.4',
      'Adet: 100’lü=1@0.5 | 200’lü=2@0.75 | 500’lü=5@1.6 | 1000’li=10@3',
    ],
    variants: ['Ölçü', 'Kaplama'],
    facts: [['Baş', 'Havşa, yıldız'], ['Standart', 'DIN 7505']],
    text: 'Keskin ucu ve derin dişi ile ön delme istemeden hızlı tutunur.',
    uses: ['Mobilya', 'Alçıpan', 'Çatı'],
  }),
  defineKind({
    ...{ id: 'dowel', label: 'Dübel', leaf: '{Tip} Dübel', code: 'DB', brands: 'DBL VDR CVR HRD', units: 'pieces', price: 95, stock: 9000 },
    name: '{Tip} Dübel {Ölçü} {Malzeme} {Vida} {seri}',
    series: 'Fix Pro Eko',
    axes: [
      'Tip: Plastik=P | Çelik=C@6 | Kimyasal=K@9 | Alçıpan=A@1.6 | Mantolama=M@2.8 | Gömlekli=G@5',
      'Ölçü: 5×25 mm=525@0.5 | 6×30 mm=630@0.6 | 8×40 mm=840 | 8×60 mm=860@1.3 | 10×50 mm=1050@1.6 | 10×80 mm=1080@2.1 | 12×60 mm=1260@2.5 | 14×100 mm=14100@4.4',
      'Malzeme: naylon=N@1.3 | polietilen=PE | galvaniz=GL@1.4',
      'Vida: vidasız=Z | vidalı=V@1.7 | çengelli=C@2.1',
    ],
    variants: ['Ölçü'],
    facts: [['Zemin', 'Beton, tuğla, gazbeton'], ['Onay', 'ETA']],
    text: 'Dönmeyi önleyen kanatları ve geniş açılımı ile boşluklu tuğlada bile güçlü tutunur.',
    uses: ['Raf montajı', 'Tesisat kelepçesi', 'Mantolama'],
  }),
  defineKind({
    ...{ id: 'bolt', label: 'Cıvata ve Somun', leaf: '{Tip} Cıvata', code: 'CV', brands, units: 'boxed', price: 130, stock: 800 },
    name: '{Tip} Cıvata {Ölçü} {Kalite} {Kaplama} {Diş} {seri}',
    series: 'Metrik Pro Sanayi',
    axes: [
      'Tip: Altı Köşe=A | İmbus=I@1.2 | Havşa Başlı=H@1.1 | Flanşlı=F@1.3 | Saplama=S@0.9',
      'Ölçü: M5×20=520@0.5 | M6×30=630@0.6 | M8×40=840 | M8×60=860@1.3 | M10×50=1050@1.7 | M12×60=1260@2.5 | M16×80=1680@4.8 | M20×100=20100@9',
      'Kalite: 8.8=88 | 10.9=109@1.4 | 12.9=129@1.8 | A2-70=A2@3 | A4-80=A4@4.2',
      'Kaplama: galvaniz=G | siyah=S@0.9 | sıcak daldırma=D@1.5',
      'Diş: tam diş=T | yarım diş=Y@1.02',
    ],
    variants: ['Ölçü', 'Kalite'],
    facts: [['Standart', 'DIN 933 / DIN 912'], ['Kutu', '100 adet']],
    text: 'Soğuk dövme gövdesi ve hassas dişi ile makine ve çelik yapıda güvenli bağlantı kurar.',
    uses: ['Makine', 'Çelik konstrüksiyon', 'Tarım aletleri'],
  }),
  defineKind({
    ...{ id: 'nail', label: 'Çivi', leaf: '{Tip} Çivisi', code: 'CI', brands: 'CVR VDR BKS HRD', units: 'weight', price: 58, stock: 2400, taxRate: 10 },
    name: '{Tip} Çivisi {Ölçü} {Kaplama} {Baş} {seri}',
    series: 'Tel Pro Eko',
    axes: [
      'Tip: İnşaat=I | Beton=B@1.8 | Mobilya=M@1.3 | Çatı=C@1.4 | Tabanca=T@2.2',
      'Ölçü: 1,6×25 mm=1625@1.2 | 2×30 mm=230@1.1 | 2,2×40 mm=2240@1.05 | 2,5×50 mm=2550 | 2,8×60 mm=2860 | 3,1×70 mm=3170 | 3,8×100 mm=38100@0.95 | 5×150 mm=5150@0.95',
      'Kaplama: parlak=P | galvaniz=G@1.25 | çelik mavi=M@1.4 | bakır=B@2.6',
      'Baş: yassı başlı=Y | başsız=Z@1.05 | halka dişli=H@1.2',
    ],
    variants: ['Ölçü'],
    facts: [['Malzeme', 'Çekme tel'], ['Standart', 'TS 155']],
    text: 'Düzgün ucu ve sert gövdesi ile eğilmeden çakılır.',
    uses: ['Kalıp', 'Çatı', 'Palet'],
  }),
]
