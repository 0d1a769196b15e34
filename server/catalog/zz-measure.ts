import { setTimeout as sleep } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { buildIndex } from '#server/catalog/index/build.ts'
import { startLiveIndex } from '#server/catalog/index/live-index.ts'
import { findProducts, countFacets } from '#server/catalog/index/catalog-index.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { loadProductRows } from '#server/catalog/product-rows.ts'
import { presentProduct } from '#server/catalog/present-product.ts'
import { createStore, viewOf } from '#server/settings/settings.ts'
const dataDir = process.argv[2]!
const e = await startEmbedded({ dataDir, role: 'command' })
const pool = createPool(e.connection, { role: 'server' })
const mem = (l: string) => { (globalThis as any).gc?.(); const m = process.memoryUsage(); console.log(l, 'rss', m.rss>>20, 'heap', m.heapUsed>>20, 'ab', m.arrayBuffers>>20, 'ext', m.external>>20) }
mem('start')
const h = monitorEventLoopDelay({ resolution: 5 }); h.enable()
const t0 = performance.now()
const { index } = await buildIndex(pool)
h.disable()
console.log('build ms', Math.round(performance.now()-t0), 'loop max ms', Math.round(h.max/1e6), 'p99', Math.round(h.percentile(99)/1e6), 'cpu', process.cpuUsage().user/1000|0, 'products', index.columns.size)
mem('built')
console.log('words', index.text.words.words.length, 'postings', index.text.words.slots.length, 'codes', index.text.codes.slots.length, 'grams', index.text.codes.gramCodes.length)
let seed = 1
const rnd = (n: number) => (seed = (seed*1103515245+12345)&0x7fffffff) % n
const time = (label: string, n: number, f: (i: number) => void) => {
  for (let i=0;i<30;i++) f(i)
  const u = (process as any).threadCpuUsage()
  for (let i=0;i<n;i++) f(i)
  const d = (process as any).threadCpuUsage(u)
  console.log(label.padEnd(44), 'mean cpu µs', ((d.user+d.system)/n).toFixed(0))
}
const q = (filter: object, sort?: any, page=1) => { const f = {...noFilter, ...filter} as any; const r = findProducts(index, { filter: f, sort, priceListId: 1+rnd(2), offset: (page-1)*24, limit: 24 }); countFacets(index, f); return r }
const sorts = ['name','-name','price','-price','brand','-brand','quantity','-quantity',undefined]
const nb = index.labels.brands.rows.length-1, nc = index.labels.categories.rows.length-1, nm = index.labels.models.rows.length-1
time('page 1 any sort', 1000, (i) => q({}, sorts[i%9]))
time('page 500 any sort', 1000, (i) => q({}, sorts[i%9], 500))
time('in stock only, any sort, any page', 1000, (i) => q({inStockOnly:true}, sorts[i%9], 1+rnd(500)))
time('category random', 1000, (i) => q({placeCategory:1+rnd(nc)}, sorts[i%9]))
time('brand+category', 2000, (i) => q({brands:[1+rnd(nb)], placeCategory:1+rnd(nc), inStockOnly: true}, sorts[i%9]))
time('2 brands + random page', 1000, (i) => q({brands:[1+rnd(nb),1+rnd(nb)]}, sorts[i%9], 1+rnd(300)))
time('model', 2000, (i) => q({models:[1+rnd(nm)]}, sorts[i%9]))
time('price range', 500, (i) => q({price:{listId:1+rnd(2),min:rnd(1000),max:1000+rnd(10000),withTax:i%2===0,defaultTaxRate:20}}, sorts[i%9], 1+rnd(10)))
const rows0 = await pool.query<{name:string, code:string}>('SELECT name, code FROM products WHERE parent_id IS NULL ORDER BY hashint4(id) LIMIT 3000')
const names = rows0.map(r=>r.name.split(' '))
const ws = ['çekiç','civata','kablo','anahtar','priz','şalter','vida','matkap','testere','boya','led','ampul','rulman','m','a','k','12x5','mm']
time('one common word (new each time)', 1000, (i) => q({text: ws[rnd(18)]+' '.repeat(0), inStockOnly: i%2===0, models: i%7===0 ? [] : []}))
const one = new Set<string>()
time('one word + number', 2000, (i) => q({text: ws[rnd(18)]+' '+rnd(97)+'x'+rnd(13)}))
time('two words', 1000, (i) => q({text: ws[rnd(18)]+' '+ws[rnd(18)]+' '+(i%3?'':ws[rnd(18)])}, i%5===0?'price':undefined))
time('two words of a name', 2000, (i) => { const n = names[i%3000]!; q({text: n[0]+' '+n[1+i%Math.max(1,n.length-1)]}) })
time('one word of a name', 1000, (i) => { const n = names[i]!; q({text: n[i%n.length]}) })
time('whole code', 2000, (i) => q({text: rows0[i]!.code}))
time('typing: part of word', 1000, (i) => { const n = names[i]!; q({text: n[0]!.slice(0,3)}) })
time('code piece 3', 1000, (i) => q({text: String(100+rnd(900))}))
time('code piece 5', 1000, (i) => q({text: String(10000+rnd(90000))}))
time('code exact', 1000, (i) => q({text: 'a'+String.fromCharCode(97+rnd(26))+'-'+(100000+rnd(900000))}))
time('barcode 8 digits', 1000, (i) => q({text: '8691000'+rnd(9)}))
time('1 letter', 36, (i) => q({text: 'abcdefghijklmnopqrstuvwxyz0123456789'[i]}))
mem('after queries')
const store = await createStore(pool)
const view = { ...viewOf({ actor: null, choices: {}, locale: 'tr' } as any, store.facts()), seesPrices: true, seesStock: true, planKeys: ['advencePrice1','advencePrice2'] as any }
for (const discount of ['0','12.5']) {
  const v = { ...view, discount }
  const ts: number[] = [], ps: number[] = []
  for (let i=0;i<1500;i++){ const ids = q({}, sorts[i%9], 1+rnd(500)).ids; const a=performance.now(); const rows = await loadProductRows(pool, ids, v); const b=performance.now(); rows.map(r=>presentProduct(r,v)); const c=performance.now(); ts.push(b-a); ps.push(c-b) }
  ts.sort((a,b)=>a-b); ps.sort((a,b)=>a-b)
  console.log('rows discount', discount, 'sql p50 ms', ts[750]!.toFixed(2), 'p99', ts[1485]!.toFixed(2), 'present p50 µs', (ps[750]!*1000).toFixed(0))
}
await pool.execute('ANALYZE')
// live
const live = startLiveIndex(pool, { warn: console.log })
await live.ready
const lat: number[] = []
for (let i=0;i<20;i++){ const id = 1+rnd(200000); await pool.execute('UPDATE inventory SET quantity = quantity + 1000 WHERE product_id=$1 AND warehouse_id=1',[id]); const a=performance.now(); await live.catchUp(); lat.push(performance.now()-a); q({inStockOnly:true}); }
console.log('catch up ms', lat.sort((a,b)=>a-b)[10]!.toFixed(1), lat[19]!.toFixed(1))
h.reset(); h.enable()
await pool.withClient(c => c.query("SET statement_timeout=0").then(()=>c.query('UPDATE inventory SET quantity = quantity + 1 WHERE warehouse_id = 2')))
const s0 = performance.now(); await live.catchUp(); h.disable()
console.log('full sweep ms', Math.round(performance.now()-s0), 'loop max', Math.round(h.max/1e6), 'later', live.current()!.text.later.size)
mem('end')
await live.close(); await store.close(); await pool.close(); await e.stop()
