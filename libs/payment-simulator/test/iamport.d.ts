/** The oldest of PortOne's clients, as far as tests use it. What it rejects with has `code`: `IAMPORT_1`, `HTTP_404`. */
declare module 'iamport' {
  type Call<T> = (input: object) => PromiseLike<T>
  type Payment = import('../src/portone-objects.ts').Payment
  type Customer = import('../src/portone-objects.ts').Customer
  type Schedule = import('../src/portone-objects.ts').Schedule
  type Prepared = import('../src/portone-objects.ts').Prepared

  export default class Iamport {
    constructor(options: { impKey: string; impSecret: string })
    static DEFAULT_HOST: string
    payment: Record<'getByImpUid' | 'getByMerchant' | 'cancel', Call<Payment>> &
      Record<'prepare' | 'getPrepare', Call<Prepared>>
    subscribe: Record<'onetime' | 'again', Call<Payment>> & Record<'schedule' | 'unschedule', Call<Schedule[]>>
    subscribe_customer: Record<'create' | 'get' | 'delete', Call<Customer>>
    vbank: { create: Call<Payment> }
  }
}
