import type { SettingKey } from '#contract/shop/settings.ts'

/** Settings that only change what pages show: journeys test their effect. */
export const screenSettings = [
  'notInStock',
  'b2b_stoktakileri_goster',
  'b2b_urun_detay_ozel_kod',
  'b2b_urun_detay_ozel_kod_gosterim',
  'b2b_urun_detay_ozel_kod_baslik',
  'detailQuantityMax',
  'storeName',
  'storePhone',
  'storeHours',
  'storeEmail',
  'storeAddress',
  'storeTaxOffice',
  'storeTaxNumber',
  'whatsapp',
  'whatsappNumber',
  'brandColor',
  'socialMedia',
] as const satisfies SettingKey[]
