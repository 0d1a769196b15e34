import { defineKind } from '#db/demo/kind.ts'

const brands = 'EMN KRV KVR HRD'

export const safety = [
  defineKind({
    ...{ id: 'helmet', label: 'Baret', leaf: '{Tip} Baret', code: 'BT', brands, units: 'liquid', price: 130, stock: 520, taxRate: 10 },
    name: '{Tip} Baret {Malzeme} {Renk} {Ayar} {seri}, {Ek}',
    series: 'Kask Pro Şantiye Eko',
    axes: [
      'Tip: Standart=S | Havalandırmalı=H@1.2 | Elektrikçi=E@1.5 | Tırmanış=T@3',
      'Malzeme: HDPE=H | ABS=A@1.3 | polikarbonat=P@1.7',
      'Renk: sarı | beyaz | mavi | kırmızı=KR | turuncu=TR | yeşil',
      'Ayar: vidalı ayar=V@1.15 | tırnaklı ayar=T',
      'Ek: çene kayışlı=C@1.1 | siperlikli=S@1.6 | reflektörlü=R@1.12',
    ],
    variants: ['Renk', 'Ayar'],
    facts: [['Standart', 'EN 397'], ['Kullanım ömrü', '3 yıl']],
    text: 'Dört noktalı iç askısı ve ter bandı ile gün boyu rahat koruma sağlar.',
    uses: ['Şantiye', 'Fabrika', 'Depo'],
  }),
  defineKind({
    ...{ id: 'gloves', label: 'İş Eldiveni', leaf: '{Kaplama} Eldiven', code: 'EL', brands, units: 'pair', price: 36, stock: 3600, taxRate: 10 },
    name: '{Kaplama} Kaplı İş Eldiveni {Beden} {Örgü} {Renk} {seri}',
    series: 'El Pro Usta Flex',
    axes: [
      'Kaplama: Nitril=N@1.2 | Poliüretan=P | Lateks=L@1.1 | Deri=D@2.4 | Kesilmez=K@3.1',
      'Beden: 7 beden=7 | 8 beden=8 | 9 beden=9 | 10 beden=10 | 11 beden=11@1.03',
      'Örgü: 13 ayar=13 | 15 ayar=15@1.15 | polar astar=PA@1.4',
      'Renk: gri | siyah | beyaz | turuncu=TR | sarı',
    ],
    variants: ['Beden', 'Renk'],
    facts: [['Standart', 'EN 388'], ['Yıkanabilir', 'Evet']],
    text: 'Nefes alan sırtı ve kaymayan avuç içi ile ince işlerde bile his kaybettirmez.',
    uses: ['Montaj', 'Taşıma', 'Bahçe'],
  }),
  defineKind({
    ...{ id: 'goggles', label: 'Koruyucu Gözlük', leaf: '{Tip} Gözlükler', code: 'GZ', brands, units: 'tool', price: 72, stock: 900, taxRate: 10 },
    name: '{Tip} İş Gözlüğü {Cam} cam {Kaplama} {Çerçeve} {seri}',
    series: 'Vizyon Pro Net Eko',
    axes: [
      'Tip: Kapalı=K@1.4 | Açık=A | Kaynakçı=W@2.2 | Üstten Takma=U@1.2',
      'Cam: şeffaf=SF | füme=FM@1.05 | sarı | aynalı=AY@1.2',
      'Kaplama: çizilmez=C | buğulanmaz=B@1.2 | çizilmez ve buğulanmaz=X@1.35',
      'Çerçeve: siyah çerçeve=S | mavi çerçeve=M | şeffaf çerçeve=F',
      'Bant: - | lastikli=L@1.1',
    ],
    facts: [['Standart', 'EN 166'], ['UV koruma', '%99,9']],
    text: 'Yüzü saran yapısı ve darbeye dayanıklı camı ile toz ve kıvılcıma karşı korur.',
    uses: ['Taşlama', 'Laboratuvar', 'Ahşap işleri'],
  }),
  defineKind({
    ...{ id: 'boots', label: 'İş Ayakkabısı', leaf: '{Sınıf} Ayakkabı', code: 'AY', brands, units: 'pair', price: 890, stock: 240, taxRate: 10 },
    name: '{Sınıf} İş {Tip} {Numara} {Malzeme} {Burun} {seri}',
    series: 'Adım Pro Dağ',
    axes: [
      'Sınıf: S1=1 | S2=2@1.1 | S3=3@1.25 | S5=5@0.8',
      'Tip: Ayakkabısı=A | Botu=B@1.15 | Çizmesi=C@1.1',
      'Numara: 38 | 39 | 40 | 41 | 42 | 43 | 44 | 45 | 46@1.04',
      'Malzeme: deri=D | süet=S@0.95 | mikrofiber=M@1.1',
      'Burun: çelik burun=C | kompozit burun=K@1.2',
    ],
    variants: ['Numara', 'Burun'],
    facts: [['Standart', 'EN ISO 20345'], ['Taban', 'Çift yoğunluk PU']],
    text: 'Kaymaz tabanı ve sağlam burnu ile uzun vardiyalarda ayağı yormaz.',
    uses: ['Şantiye', 'Sanayi', 'Lojistik'],
  }),
]
