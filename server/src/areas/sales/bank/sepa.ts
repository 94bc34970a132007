/**
 * Writes SEPA files by ISO 20022 in the versions that the SEPA rulebooks require since November 2023: pain.008.001.08
 * (core direct debit, recurrent) and pain.001.001.09 (credit transfer). Addresses are structured.
 */
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import { validIban } from '../e-invoice/numbers.rules.ts';
import { Element, xmlDocument, type Members } from '../e-invoice/xml.ts';
import { byDay, purposeOf, type BankFile, type DueItem } from './bank-file.ts';
import { bankText } from './bank-numbers.rules.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';
/** Banks need only the IBAN. */
const AGENT_BY_IBAN = { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } };

/** Writes a core direct debit, with one payment information per due day. */
export function directDebitFile(file: BankFile): string {
  const { company, reference } = file;
  return xmlDocument(
    'Document',
    { xmlns: `${NAMESPACE}pain.008.001.08` },
    {
      CstmrDrctDbtInitn: {
        GrpHdr: header(file),
        PmtInf: byDay(file.items).map(([day, items], at) => ({
          ...paymentHead(`${reference}-${at + 1}`, { method: 'DD', items }),
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' }, LclInstrm: { Cd: 'CORE' }, SeqTp: 'RCUR' },
          ReqdColltnDt: day,
          Cdtr: party(company),
          CdtrAcct: account(company.iban),
          CdtrAgt: AGENT_BY_IBAN,
          ChrgBr: 'SLEV',
          CdtrSchmeId: { Id: { PrvtId: { Othr: { Id: company.creditor_id, SchmeNm: { Prtry: 'SEPA' } } } } },
          DrctDbtTxInf: items.map((item, index) => ({
            PmtId: { EndToEndId: `${reference}-${at + 1}-${index + 1}` },
            InstdAmt: euro(item),
            DrctDbtTx: {
              MndtRltdInf: { MndtId: bankText(item.party.mandate_id, 35), DtOfSgntr: item.party.mandate_day },
            },
            DbtrAgt: AGENT_BY_IBAN,
            Dbtr: party(item.party),
            DbtrAcct: account(validIban(item.party.iban)!),
            RmtInf: { Ustrd: bankText(purposeOf(item), 140) },
          })),
        })),
      },
    },
  );
}

/** Writes a credit transfer, with one payment information per execution day. */
export function creditTransferFile(file: BankFile): string {
  const { company, reference } = file;
  return xmlDocument(
    'Document',
    { xmlns: `${NAMESPACE}pain.001.001.09` },
    {
      CstmrCdtTrfInitn: {
        GrpHdr: header(file),
        PmtInf: byDay(file.items).map(([day, items], at) => ({
          ...paymentHead(`${reference}-${at + 1}`, { method: 'TRF', items }),
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: day },
          Dbtr: party(company),
          DbtrAcct: account(company.iban),
          DbtrAgt: AGENT_BY_IBAN,
          ChrgBr: 'SLEV',
          CdtTrfTxInf: items.map((item, index) => ({
            PmtId: { EndToEndId: `${reference}-${at + 1}-${index + 1}` },
            Amt: { InstdAmt: euro(item) },
            Cdtr: party(item.party),
            CdtrAcct: account(validIban(item.party.iban)!),
            RmtInf: { Ustrd: bankText(purposeOf(item), 140) },
          })),
        })),
      },
    },
  );
}

function header({ reference, created, items, company }: BankFile): Members {
  return {
    MsgId: reference,
    CreDtTm: created.toISOString().slice(0, 19),
    NbOfTxs: items.length,
    CtrlSum: totalOf(items),
    InitgPty: { Nm: bankText(company.business_name, 70) },
  };
}

function paymentHead(id: string, { method, items }: { method: string; items: readonly DueItem[] }): Members {
  return { PmtInfId: id, PmtMtd: method, BtchBookg: 'true', NbOfTxs: items.length, CtrlSum: totalOf(items) };
}

interface Located {
  business_name: string;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  country_code: string | null;
}
/** A structured address needs at least town and country. */
function party({ business_name, address, zip_code, city, country_code }: Located): Members {
  const town = bankText(city, 35);
  return {
    Nm: bankText(business_name, 70),
    PstlAdr:
      town !== '' && country_code
        ? { StrtNm: bankText(address, 70), PstCd: bankText(zip_code, 16), TwnNm: town, Ctry: country_code }
        : null,
  };
}

function account(iban: string): Members {
  return { Id: { IBAN: iban } };
}
function euro({ amount }: DueItem) {
  return new Element({ Ccy: 'EUR' }, amount) as unknown as Members;
}
function totalOf(items: readonly DueItem[]): string {
  return sum(items.map(({ amount }) => decimalOf(amount))).toFixed(2);
}
