import type { PaletteName } from '#demo/images/palettes.ts'

/** An invented brand: `prefix` begins its codes, `tier` scales its prices, `currency` is the one it is bought in. */
export type Brand = { prefix: string; name: string; palette: PaletteName; tier: number; currency: string }

const brand = (prefix: string, name: string, palette: PaletteName, tier: number, currency = 'TRY'): Brand => ({
  ...{ prefix, name, palette, tier, currency },
})

export const brands: readonly Brand[] = [
  brand('MKR', 'Makra', 'petrol', 1.25),
  brand('VLT', 'Voltane', 'petrol', 1.1),
  brand('LMR', 'Lumerya', 'petrol', 1.05),
  brand('KVR', 'Kavrem', 'petrol', 1.15),
  brand('BRG', 'Burgam', 'petrol', 1),
  brand('DLG', 'Dolgex', 'amber', 0.85),
  brand('TZG', 'Tezgen', 'navy', 1),
  brand('PRS', 'Pirasan', 'moss', 0.9),
  brand('ARD', 'Ardolin', 'navy', 1.4, 'EUR'),
  brand('FRZ', 'Ferzanel', 'petrol', 0.8),
  brand('KRD', 'Kordavel', 'navy', 0.95),
  brand('TLN', 'Tellinor', 'petrol', 1.1, 'USD'),
  brand('BKS', 'Bakırsel', 'amber', 1.05, 'USD'),
  brand('PRZ', 'Prizora', 'navy', 0.9),
  brand('ANH', 'Anahtel', 'petrol', 0.8),
  brand('SLT', 'Şaltavar', 'navy', 1.2),
  brand('BLK', 'Belkonta', 'moss', 1.35, 'EUR'),
  brand('AKM', 'Akımdar', 'petrol', 0.9),
  brand('AMP', 'Ampirel', 'amber', 0.85),
  brand('ISK', 'Işıkvera', 'amber', 0.9),
  brand('PRL', 'Parlenta', 'petrol', 0.8),
  brand('AYD', 'Aydoren', 'navy', 1.15),
  brand('FNZ', 'Fenerza', 'moss', 0.95, 'USD'),
  brand('UST', 'Ustavel', 'amber', 0.8),
  brand('CLK', 'Çelikora', 'petrol', 1.2),
  brand('MNG', 'Mengerra', 'navy', 1.45, 'EUR'),
  brand('TRV', 'Tornavel', 'moss', 0.9),
  brand('VDR', 'Vidorsa', 'petrol', 1),
  brand('DBL', 'Dübelon', 'navy', 1.2),
  brand('CVR', 'Cıvarem', 'petrol', 0.9),
  brand('YPK', 'Yapışkora', 'amber', 1),
  brand('ZMP', 'Zımparel', 'petrol', 0.95),
  brand('KMV', 'Kimvera', 'navy', 1.15, 'EUR'),
  brand('KSM', 'Kesmera', 'moss', 1.05),
  brand('EMN', 'Emniyera', 'amber', 1.1),
  brand('KRV', 'Koruvan', 'petrol', 0.9),
  brand('KLD', 'Kilidora', 'petrol', 1.15),
  brand('MRD', 'Merdivan', 'navy', 1.1),
  brand('MNT', 'Menteza', 'petrol', 0.9),
  brand('HRD', 'Hırdavel', 'moss', 0.75),
]
