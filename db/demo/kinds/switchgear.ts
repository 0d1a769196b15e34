import { defineKind } from '#db/demo/kind.ts'

const brands = 'VLT SLT BLK AKM AMP'
const standard = ['Montaj', '35 mm DIN rayı'] as const

export const switchgear = [
  defineKind({
    ...{ id: 'breaker', label: 'Otomatik Sigorta', leaf: '{Kutup} Sigorta', code: 'OS', brands, units: 'module', price: 95, stock: 1800 },
    name: 'Otomatik Sigorta {Kutup} {Akım} [{Eğri} tipi] {Kesme} {seri}',
    series: 'B3 Pro Kompakt Sanayi',
    axes: [
      'Kutup: 1 Kutup=1 | 1P+N=1N@1.6 | 2 Kutup=2@2.1 | 3 Kutup=3@3.1 | 4 Kutup=4@4.2',
      'Akım: 6 A=06 | 10 A@0.96 | 16 A@0.95 | 20 A | 25 A | 32 A@1.05 | 40 A@1.2 | 50 A@1.5 | 63 A@1.6',
      'Eğri: B | C@1.02 | D@1.25',
      'Kesme: 3 kA=3@0.85 | 6 kA=6 | 10 kA=10@1.45',
    ],
    variants: ['Akım', 'Eğri'],
    facts: [standard, ['Standart', 'TS EN 60898-1'], ['Gerilim', '230/400 V']],
    text: 'Hızlı ark söndürme hücresi ve konum göstergesi ile aşırı akıma ve kısa devreye karşı korur.',
    uses: ['Konut panosu', 'Dağıtım panosu', 'Sanayi tesisi'],
  }),
  defineKind({
    ...{ id: 'contactor', label: 'Kontaktör', leaf: '{Tip} Kontaktör', code: 'KN', brands: 'VLT SLT BLK AKM', units: 'module', price: 620, stock: 140 },
    name: '{Tip} Kontaktör {Akım} [{Bobin} bobin,] {Kontak} {seri}',
    series: 'KNT Pro Mini',
    axes: [
      'Tip: Güç=G | Mini=M@0.75 | Kompanzasyon=K@1.4 | Modüler=D@0.9',
      'Akım: 9 A=09@0.8 | 12 A@0.9 | 18 A | 25 A@1.3 | 32 A@1.7 | 40 A@2.3 | 65 A@3.4 | 95 A@5.2',
      'Bobin: 24 V DC=24D@1.25 | 24 V AC=24 | 220 V AC=220 | 380 V AC=380@1.04',
      'Kontak: 1NA=10 | 1NK=01 | 1NA+1NK=11@1.12 | 2NA+2NK=22@1.3',
    ],
    variants: ['Akım', 'Bobin', 'Kontak'],
    facts: [standard, ['Standart', 'TS EN 60947-4-1']],
    text: 'Gümüş alaşımlı kontakları ve sessiz bobini ile motor devrelerinde milyonlarca açma kapama yapar.',
    uses: ['Motor yol verme', 'Aydınlatma kumandası', 'Kompanzasyon'],
  }),
  defineKind({
    ...{ id: 'rcd', label: 'Kaçak Akım Rölesi', leaf: '{Kutup} Kaçak Akım', code: 'KA', brands, units: 'module', price: 480, stock: 320 },
    name: 'Kaçak Akım Koruma {Kutup} {Akım} {Hassasiyet} {Sınıf} {seri}',
    series: 'RC Pro Kompakt',
    axes: [
      'Kutup: 2 Kutup=2 | 4 Kutup=4@1.5',
      'Akım: 16 A@0.95 | 25 A | 40 A@1.05 | 63 A@1.25 | 80 A@1.7 | 100 A@2.1',
      'Hassasiyet: 10 mA@1.6 | 30 mA | 100 mA@1.15 | 300 mA@1.05',
      'Sınıf: AC sınıfı=AC | A sınıfı=A@1.35 | F sınıfı=F@1.9 | B sınıfı=B@4.5',
      'Kesme: 6 kA=6 | 10 kA=X@1.2',
    ],
    variants: ['Akım', 'Hassasiyet'],
    facts: [standard, ['Standart', 'TS EN 61008-1']],
    text: 'Test düğmesi ve açma göstergesi ile hayat ve yangın korumasında güvenilir çözümdür.',
    uses: ['Konut', 'Şantiye panosu', 'Islak hacim'],
  }),
  defineKind({
    ...{ id: 'panel-box', label: 'Sigorta Kutusu', leaf: '{Montaj} Kutu', code: 'SK', brands: 'VLT SLT AKM PRZ BRG', units: 'fixture', price: 190, stock: 210 },
    name: 'Sigorta Kutusu {Modül} {Montaj} {Kapak} {Koruma} {seri}',
    series: 'Box Pano Eko',
    axes: [
      'Montaj: Sıva Altı=A | Sıva Üstü=U@1.05',
      'Modül: 4 modül@0.6 | 6 modül@0.75 | 8 modül@0.85 | 12 modül | 18 modül@1.5 | 24 modül@1.8 | 36 modül@2.6 | 54 modül@3.8',
      'Kapak: beyaz kapak=B | şeffaf kapak=S@1.1 | metal kapak=M@1.6 | ahşap kapak=H@1.9',
      'Koruma: IP40 | IP55@1.35 | IP65@1.6',
      'Malzeme: plastik=P | sac=S@1.7',
    ],
    variants: ['Modül'],
    facts: [['Klemens', 'Toprak ve nötr barası dahil'], ['Garanti', '24 ay']],
    text: 'Toprak ve nötr baraları içinde gelir; kapağı iki yöne açılacak biçimde takılabilir.',
    uses: ['Konut', 'İş yeri', 'Şantiye'],
  }),
  defineKind({
    ...{ id: 'terminal', label: 'Klemens', leaf: '{Tip} Klemens', code: 'KL', brands: 'BRG SLT BLK KRD AKM', units: 'consumable', price: 9, stock: 5200 },
    name: '{Tip} Klemens {Kesit} {Yol} {Renk} {seri}',
    series: 'Ray Bağ Pro',
    axes: [
      'Tip: Ray=R | Sıra=S@1.8 | Yaylı=Y@1.3 | Toprak=T@2.4 | Sigortalı=G@3.2',
      'Kesit: 2,5 mm²=25 | 4 mm²=4@1.15 | 6 mm²=6@1.4 | 10 mm²=10@1.9 | 16 mm²=16@2.6 | 35 mm²=35@5.2',
      'Yol: 1 giriş 1 çıkış=11 | 2 giriş 2 çıkış=22@1.6 | 12 yollu=12@4.8',
      'Renk: gri | mavi | bej | sarı-yeşil=SY@1.3 | kırmızı=KR',
    ],
    variants: ['Kesit', 'Renk'],
    facts: [['Malzeme', 'Poliamid'], standard],
    text: 'Gevşemeyen vidası ve alev geciktirici gövdesi ile pano içi bağlantılarda düzen sağlar.',
    uses: ['Pano imalatı', 'Makine', 'Aydınlatma'],
  }),
]
