import { fold } from './text.ts'

/** The provinces (iller) of Turkey by license plate number, from 01 to 81. */
export const provinces: readonly string[] = [
  ...['Adana', 'Adıyaman', 'Afyonkarahisar', 'Ağrı', 'Amasya', 'Ankara', 'Antalya', 'Artvin', 'Aydın', 'Balıkesir'],
  ...['Bilecik', 'Bingöl', 'Bitlis', 'Bolu', 'Burdur', 'Bursa', 'Çanakkale', 'Çankırı', 'Çorum', 'Denizli'],
  ...['Diyarbakır', 'Edirne', 'Elazığ', 'Erzincan', 'Erzurum', 'Eskişehir', 'Gaziantep', 'Giresun', 'Gümüşhane'],
  ...['Hakkâri', 'Hatay', 'Isparta', 'Mersin', 'İstanbul', 'İzmir', 'Kars', 'Kastamonu', 'Kayseri', 'Kırklareli'],
  ...['Kırşehir', 'Kocaeli', 'Konya', 'Kütahya', 'Malatya', 'Manisa', 'Kahramanmaraş', 'Mardin', 'Muğla', 'Muş'],
  ...['Nevşehir', 'Niğde', 'Ordu', 'Rize', 'Sakarya', 'Samsun', 'Siirt', 'Sinop', 'Sivas', 'Tekirdağ', 'Tokat'],
  ...['Trabzon', 'Tunceli', 'Şanlıurfa', 'Uşak', 'Van', 'Yozgat', 'Zonguldak', 'Aksaray', 'Bayburt', 'Karaman'],
  ...['Kırıkkale', 'Batman', 'Şırnak', 'Bartın', 'Ardahan', 'Iğdır', 'Yalova', 'Karabük', 'Kilis', 'Osmaniye', 'Düzce'],
]

const byFoldedName = new Map(provinces.map((name) => [fold(name), name]))

/** The province that a text names in any spelling of its letters; null if it is none. */
export const provinceOf = (text: string): string | null => byFoldedName.get(fold(text.trim())) ?? null

/** By name, as lists show them. */
export const provincesByName: readonly string[] = provinces.toSorted(new Intl.Collator('tr').compare)
