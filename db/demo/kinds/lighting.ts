import { defineKind } from '#db/demo/kind.ts'

const brands = 'LMR ISK PRL AYD AMP'
const light = 'Işık rengi: 3000 K gün ışığı=30 | 4000 K doğal=40@1.02 | 6500 K beyaz=65'
const garanti = ['Garanti', '24 ay'] as const

export const lighting = [
  defineKind({
    ...{ id: 'bulb', label: 'LED Ampul', leaf: '{Duy} Ampul', code: 'LA', brands, units: 'lamp', price: 26, stock: 6400 },
    name: 'LED Ampul {Gövde} {Güç} {Duy} {Işık rengi} {seri}',
    series: 'Eko Pro Filament',
    axes: [
      'Duy: E27 | E14@1.02 | GU10@1.3 | G9@1.4',
      'Gövde: A60 | C37@0.9 | P45@0.92 | G95@2.4 | T80@3.1',
      'Güç: 5 W=5@0.8 | 7 W=7@0.9 | 9 W=9 | 12 W@1.3 | 15 W@1.6 | 20 W@2.3',
      light,
    ],
    variants: ['Güç', 'Işık rengi'],
    facts: [['Ömür', '15.000 saat'], ['Enerji sınıfı', 'F'], garanti],
    text: 'Titreşimsiz ışığı ve düşük tüketimi ile ev ve iş yerinde göz yormayan aydınlatma verir.',
    uses: ['Avize', 'Aplik', 'Masa lambası'],
  }),
  defineKind({
    ...{ id: 'floodlight', label: 'Projektör', leaf: '{Tip} Projektör', code: 'PR', brands: 'LMR ISK AYD FNZ KVR', units: 'fixture', price: 170, stock: 420 },
    name: '{Tip} LED Projektör {Güç} {Işık rengi} {Koruma} {Gövde} {seri}',
    series: 'PRJ Slim Saha',
    axes: [
      'Tip: Dış Mekân=D | Solar=S@2.6 | Sensörlü=N@1.5 | Şarjlı=C@2.1',
      'Güç: 10 W@0.6 | 20 W@0.8 | 30 W | 50 W@1.4 | 100 W@2.4 | 200 W@4.4',
      light,
      'Gövde: Siyah | Gri@1.02 | Beyaz@1.03',
      'Koruma: IP65 | IP66@1.1 | IP67@1.25',
    ],
    variants: ['Güç', 'Işık rengi', 'Gövde'],
    facts: [['Açı', '120°'], ['Gövde', 'Enjeksiyon alüminyum'], garanti],
    text: 'Isıyı hızlı dağıtan alüminyum gövdesi ve temperli camı ile dış mekânda her mevsim çalışır.',
    uses: ['Cephe', 'Otopark', 'Spor sahası', 'Şantiye'],
  }),
  defineKind({
    ...{ id: 'led-panel', label: 'LED Panel', leaf: '{Montaj} Panel', code: 'PN', brands, units: 'fixture', price: 240, stock: 380 },
    name: '{Montaj} LED Panel {Ölçü} {Güç} {Işık rengi} {Çerçeve} {seri}',
    series: 'PNL Slim Ofis',
    axes: [
      'Montaj: Sıva Altı=A | Sıva Üstü=U@1.12 | Sarkıt=S@1.5',
      'Ölçü: Ø12 cm=12@0.4 | Ø17 cm=17@0.55 | 30×30 cm=30@0.8 | 60×60 cm=60@1.7 | 30×120 cm=120@2.1',
      'Güç: 9 W=9@0.8 | 18 W | 24 W@1.2 | 40 W@1.6 | 48 W@1.8',
      light,
      'Çerçeve: beyaz çerçeve=B | siyah çerçeve=S@1.08',
    ],
    variants: ['Ölçü', 'Işık rengi'],
    facts: [['Ömür', '30.000 saat'], ['Sürücü', 'Dahil'], garanti],
    text: 'Gölgesiz ve eşit dağılan ışığı ile asma tavanlarda sade bir görünüm sağlar.',
    uses: ['Ofis', 'Mağaza', 'Koridor'],
  }),
  defineKind({
    ...{ id: 'led-strip', label: 'Şerit LED', leaf: '{Gerilim} Şerit LED', code: 'SL', brands: 'LMR ISK PRL FNZ AYD', units: 'liquid', price: 120, stock: 520 },
    name: 'Şerit LED {Gerilim} {Çip} {Renk} {Uzunluk} {Koruma} {seri}',
    series: 'Line Neon Pro',
    axes: [
      'Gerilim: 12 V | 24 V@1.15 | 220 V@0.9',
      'Çip: 60 LED/m=60 | 120 LED/m=120@1.7 | 240 LED/m=240@2.9 | COB=COB@2.2',
      'Renk: gün ışığı=GI | beyaz | amber=AM@1.05 | RGB=RGB@1.5 | mavi | yeşil | kırmızı=KR',
      'Uzunluk: 5 m=5 | 10 m@1.9 | 50 m@8.8',
      'Koruma: IP20 | IP65@1.4',
    ],
    variants: ['Renk'],
    facts: [['Kesim aralığı', '5 cm'], ['Bant', '3M uyumlu'], garanti],
    text: 'Kendinden yapışkanlı arka yüzü ile gizli aydınlatmada kolay uygulanır.',
    uses: ['Asma tavan', 'Mutfak tezgâhı', 'Tabela'],
  }),
  defineKind({
    ...{ id: 'flashlight', label: 'El Feneri', leaf: '{Besleme} Fener', code: 'EF', brands: 'FNZ LMR ISK AYD HRD', units: 'tool', price: 210, stock: 190 },
    name: '{Besleme} El Feneri {Işık akısı} {Gövde} {Menzil} {seri}, {Ek}',
    series: 'Kamp Gece Usta',
    axes: [
      'Besleme: Şarjlı=S@1.3 | Pilli=P | Kafa=K@1.1 | Dinamolu=D@1.2',
      'Işık akısı: 150 lm@0.6 | 300 lm@0.8 | 600 lm | 1000 lm@1.5 | 2000 lm@2.3',
      'Gövde: alüminyum=A@1.2 | plastik=P | kauçuk=K@1.1',
      'Menzil: 100 m | 200 m@1.15 | 500 m@1.6',
      'Ek: zoom ayarlı=Z@1.1 | mıknatıslı=M@1.15',
    ],
    facts: [['Koruma', 'IPX4'], garanti],
    text: 'Üç kademeli ışığı ve suya dayanıklı gövdesi ile arızada ve kampta el altında durur.',
    uses: ['Arıza bakım', 'Kamp', 'Depo'],
  }),
]
