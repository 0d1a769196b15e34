import { defineKind } from '#db/demo/kind.ts'

const brands = 'BRG KRD TLN BKS VLT'

export const cables = [
  defineKind({
    ...{ id: 'cable', label: 'Tesisat Kablosu', leaf: '{Tip} Kablo', code: 'NY', brands, units: 'metre', price: 9.5, stock: 4200 },
    name: '{Tip} Kablo {Damar} {seri} {Renk}, {Ambalaj}',
    series: 'Standart Bakır Alevsiz',
    axes: [
      'Tip: NYAF=F | NYA=A@0.95 | NYM=M@1.9 | TTR=T@2.1 | NYY=Y@2.6 | LiYCY=L@2.3',
      'Damar: 1×1,5 mm²=15 | 1×2,5 mm²=25@1.6 | 1×4 mm²=4@2.5 | 1×6 mm²=6@3.7 | 2×1,5 mm²=215@2.2 | 3×2,5 mm²=325@4.6 | 4×4 mm²=44@9 | 5×6 mm²=56@16',
      'Renk: siyah | kahverengi=KH | mavi | sarı-yeşil=SY | kırmızı=KR | gri | beyaz',
      'Ambalaj: 100 m kangal=1 | 500 m makara=5@0.99 | kesim=K@1.05',
    ],
    variants: ['Damar', 'Renk'],
    facts: [['İletken', 'Elektrolitik bakır'], ['Gerilim', '450/750 V'], ['Standart', 'TS EN 50525']],
    text: 'Kolay sıyrılan yalıtımı ve ince telli esnek iletkeni ile boru içinde rahatça çekilir.',
    uses: ['Bina tesisatı', 'Pano içi bağlantı', 'Aydınlatma hatları'],
  }),
  defineKind({
    ...{ id: 'reel', label: 'Kablolu Makara', leaf: '{Gövde} Makara', code: 'MK', brands: 'BRG KRD VLT AKM PRZ', units: 'machine', price: 1250, stock: 45 },
    name: 'Kablolu Makara {Uzunluk} {Kesit} {seri}, {Gövde} gövde {Koruma}',
    series: 'Şantiye Ev Endüstri',
    axes: [
      'Uzunluk: 15 m@0.7 | 25 m | 40 m@1.45 | 50 m@1.7',
      'Kesit: 3×1 mm²=31@0.8 | 3×1,5 mm²=315 | 3×2,5 mm²=325@1.5 | 5×2,5 mm²=525@2.3',
      'Gövde: Plastik=P | Metal=M@1.25 | Kauçuk=K@1.35',
      'Koruma: termik korumalı=T | IP44 kapaklı=44@1.1 | kaçak akım korumalı=R@1.5',
      'Priz: 3 priz=3 | 4 priz=4@1.03',
    ],
    facts: [['Kablo', 'TTR / H05VV-F'], ['Akım', '16 A'], ['Garanti', '24 ay']],
    text: 'Aşırı ısınmaya karşı termik anahtarı ve dengeli ayakları ile şantiyede güvenle kullanılır.',
    uses: ['Şantiye', 'Bahçe', 'Atölye'],
  }),
  defineKind({
    ...{ id: 'power-strip', label: 'Grup Priz', leaf: '{Anahtar} Grup Priz', code: 'GP', brands: 'VLT PRZ ANH AKM AMP KRD', units: 'outlet', price: 145, stock: 600 },
    name: 'Grup Priz {Göz} {Anahtar} {Kablo} kablolu {Renk} {seri}, {Koruma}',
    series: 'Elit Eko Ofis',
    axes: [
      'Göz: 3’lü=3 | 4’lü=4@1.15 | 5’li=5@1.3 | 6’lı=6@1.45 | 8’li=8@1.8',
      'Anahtar: Anahtarsız=Z@0.9 | Anahtarlı=A | USB’li=U@1.7',
      'Kablo: 1,5 m=15@0.9 | 2 m=2 | 3 m=3@1.2 | 5 m=5@1.6',
      'Renk: beyaz | siyah@1.05',
      'Koruma: çocuk korumalı=C | akım korumalı=K@1.35',
    ],
    facts: [['Akım', '16 A'], ['Kablo kesiti', '3×1,5 mm²'], ['Garanti', '24 ay']],
    text: 'Çocuk korumalı yuvaları ve kalın kesitli kablosu ile evde ve ofiste güvenli çoğaltma sağlar.',
    uses: ['Ofis', 'Ev', 'Mağaza'],
  }),
  defineKind({
    ...{ id: 'conduit', label: 'Boru ve Spiral', leaf: '{Tip} Boru', code: 'SB', brands: 'BRG KRD BKS AKM', units: 'coil', price: 280, stock: 130 },
    name: '{Tip} Boru {Çap} {Uzunluk} top {Renk} {seri}, {Dayanım}',
    series: 'Flex Alev Ekonomik',
    axes: [
      'Tip: Spiral=S | Kılavuz Telli Spiral=K@1.25 | Çelik Spiral=C@3.2 | Halojensiz=H@1.8',
      'Çap: 14 mm@0.8 | 16 mm | 18 mm@1.15 | 20 mm@1.3 | 26 mm@1.9 | 32 mm@2.5 | 40 mm@3.4',
      'Uzunluk: 25 m@0.55 | 50 m | 100 m@1.9',
      'Renk: gri | siyah | turuncu=TR | beyaz',
      'Dayanım: hafif seri=L | ağır seri=A@1.3',
    ],
    variants: ['Çap'],
    facts: [['Malzeme', 'PVC'], ['Alev', 'Kendi kendine söner']],
    text: 'Ezilmeye dayanıklı gövdesi ve düzgün iç yüzeyi ile kablo çekimini kolaylaştırır.',
    uses: ['Sıva altı tesisat', 'Asma tavan', 'Pano girişi'],
  }),
  defineKind({
    ...{ id: 'cable-tie', label: 'Kablo Bağı', leaf: '{Malzeme} Kablo Bağı', code: 'KB', brands: 'BRG KRD DBL VDR HRD', units: 'boxed', price: 42, stock: 900 },
    name: 'Kablo Bağı {Ölçü} {Malzeme} {Renk} {Adet} {seri}',
    series: 'Klips Pro Eko',
    axes: [
      'Ölçü: 2,5×100 mm=100@0.5 | 2,5×160 mm=160@0.7 | 3,6×200 mm=200 | 3,6×300 mm=300@1.5 | 4,8×370 mm=370@2.1 | 7,6×450 mm=450@3.6 | 9×530 mm=530@5',
      'Malzeme: Naylon=N | UV Dayanımlı=U@1.2 | Paslanmaz=P@4 | Etiketli=E@1.5',
      'Renk: beyaz | siyah | gri | kırmızı=KR | mavi',
      'Adet: 50’li=50@0.6 | 100’lü=100 | 250’li=250@2.3',
    ],
    variants: ['Ölçü', 'Renk'],
    facts: [['Malzeme', 'Poliamid 6.6'], ['Sıcaklık', '-40 / +85 °C']],
    text: 'Geri açılmayan diş yapısı ile kablo demetlerini sıkıca toplar.',
    uses: ['Pano', 'Otomotiv', 'Bahçe'],
  }),
]
