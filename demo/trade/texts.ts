import type { Db } from '#server/platform/db/pool.ts'

/** Texts of the made-up company of the demo store. They are no legal advice. */
const texts = [
  {
    kind: 'dealer_contract',
    version: 1,
    html: `<h2>Taraflar</h2><p>Bu sözleşme, Toptan Hırdavat Sanayi ve Ticaret A.Ş. (“Toptan”) ile bayilik başvurusu onaylanan firma (“Bayi”) arasındadır.</p><h2>Siparişler</h2><p>Bayi, siparişlerini mağazadan verir. Siparişler Toptan onayladığında kesinleşir.</p>`,
    html_en: '',
    age: 400,
  },
  {
    kind: 'dealer_contract',
    version: 2,
    html: `<h2>Taraflar</h2><p>Bu sözleşme, Toptan Hırdavat Sanayi ve Ticaret A.Ş. (“Toptan”) ile bayilik başvurusu onaylanan firma (“Bayi”) arasındadır.</p><h2>Siparişler ve fiyatlar</h2><ul><li>Bayi, siparişlerini mağazadan verir. Siparişler Toptan onayladığında kesinleşir.</li><li>Sipariş anında ekranda görünen fiyat geçerlidir.</li></ul><h2>Ödeme</h2><p>Açık hesap siparişler, faturada yazan vadede ödenir. Toptan, Bayi’nin risk limitini değiştirebilir.</p><h2>İade</h2><p>Ürünler, sevkiyattan sonra mağazada belirtilen süre içinde iade edilebilir.</p>`,
    html_en: `<h2>Parties</h2><p>This contract is between Toptan Hırdavat Sanayi ve Ticaret A.Ş. (“Toptan”) and the company whose application was approved (“Dealer”).</p><h2>Orders and prices</h2><ul><li>The Dealer orders in the shop. Orders are binding once Toptan has confirmed them.</li><li>The price shown when ordering applies.</li></ul><h2>Payment</h2><p>Orders on account are due on the date of the invoice. Toptan may change the Dealer’s risk limit.</p><h2>Returns</h2><p>Goods can be returned within the time that the shop states after their shipment.</p>`,
    age: 60,
  },
  {
    kind: 'privacy_notice',
    version: 1,
    html: `<h2>Veri sorumlusu</h2><p>Kişisel verilerinizi, 6698 sayılı Kanun uyarınca veri sorumlusu olarak Toptan Hırdavat Sanayi ve Ticaret A.Ş. işler.</p><h2>İşlenen veriler ve amaçları</h2><ul><li>Ad, telefon ve e-posta: başvurunuzu değerlendirmek ve hesabınızı açmak için</li><li>Vergi numarası ve belgeler: firmanızı doğrulamak ve fatura düzenlemek için</li><li>Onayların zamanı ve ağ adresi: onayınızı kanıtlamak için</li></ul><h2>Saklama süresi</h2><p>Kabul edilmeyen başvurular ve belgeleri 180 gün sonra silinir.</p><h2>Haklarınız</h2><p>Verilerinize erişme, düzeltme ve silme talepleriniz için satis@example.com adresine yazabilirsiniz.</p>`,
    html_en: `<h2>Controller</h2><p>Toptan Hırdavat Sanayi ve Ticaret A.Ş. processes your personal data as the controller under Law no. 6698.</p><h2>Data and purposes</h2><ul><li>Name, phone and email: to review your application and open your account</li><li>Tax number and documents: to verify your company and to write invoices</li><li>Time and network address of your consent: to prove it</li></ul><h2>Storage</h2><p>Applications that are not accepted are deleted with their documents after 180 days.</p><h2>Your rights</h2><p>Write to satis@example.com to access, correct or delete your data.</p>`,
    age: 60,
  },
  {
    kind: 'cookies',
    version: 1,
    html: `<p>Bu mağaza yalnız çalışması için gerekli çerezleri kullanır; reklam ve izleme çerezi yoktur.</p><ul><li><strong>Oturum</strong>: giriş yaptığınızı hatırlar.</li><li><strong>Misafir</strong>: girişten önce sepetinizi ve tercihlerinizi hatırlar.</li><li><strong>Onay</strong>: bu bildirimi gördüğünüzü hatırlar.</li></ul>`,
    html_en: `<p>This shop uses only the cookies it needs to work; there are no advertising or tracking cookies.</p><ul><li><strong>Session</strong>: remembers that you are signed in.</li><li><strong>Guest</strong>: remembers your cart and choices before you sign in.</li><li><strong>Consent</strong>: remembers that you have seen the notice.</li></ul>`,
    age: 60,
  },
] as const

/** The texts of the store; `age` is in days. */
export async function loadTexts(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO text_versions (kind, version, html, html_en, published_at, created_by)
     SELECT kind, version, html, html_en, $2::timestamptz - make_interval(days => age),
            (SELECT min(id) FROM users WHERE role = 'admin')
       FROM json_to_recordset($1) AS given (kind text, version integer, html text, html_en text, age integer)`,
    [JSON.stringify(texts), today],
  )
}
