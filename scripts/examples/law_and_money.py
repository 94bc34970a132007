#!/usr/bin/env python3
"""Examples of the law and of money, computed apart from the program: `python3 scripts/examples/law_and_money.py`.

Writes server/src/testing/fixtures/law-and-money.json, which server/src/app/law-and-money.test.ts plays through the API;
with --print it writes to the standard output.
Uses nothing of the program: the rules are written again from the law and from the docs, with the decimal module.
"""

import calendar
import json
import random
import sys
from datetime import date, timedelta
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from pathlib import Path

CENT = Decimal("0.01")
RATES = {"22": Decimal(22), "10": Decimal(10), "4": Decimal(4), "N4": Decimal(0), "N3.1": Decimal(0)}
STAMP_FREE_UP_TO = Decimal("77.47")
OUTPUT = Path(__file__).parents[2] / "server/src/testing/fixtures/law-and-money.json"


def cents(value):
    return value.quantize(CENT, ROUND_HALF_UP)


def month_end(day):
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def add_months(day, count):
    """The same day of a later month, or its last day."""
    months = day.year * 12 + day.month - 1 + count
    year, month = divmod(months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def due_day(issued, days, end_of_month, fixed):
    if end_of_month and days % 30 == 0:
        due = add_months(issued, days // 30)
    else:
        due = issued + timedelta(days=days)
    if end_of_month:
        due = month_end(due)
    if not fixed:
        return due
    at_fixed = lambda day: day.replace(day=min(fixed, calendar.monthrange(day.year, day.month)[1]))
    if end_of_month:
        return at_fixed(add_months(due.replace(day=1), 1))
    return at_fixed(due) if at_fixed(due) >= due else at_fixed(add_months(due.replace(day=1), 1))


def instalments_of(issued, term, amount):
    parts = sorted(term.get("instalments") or [{"days": term["days"], "percent": 100}], key=lambda part: part["days"])
    left, found = amount, []
    for at, part in enumerate(parts):
        share = left if at == len(parts) - 1 else min(left, cents(amount * Decimal(str(part["percent"])) / 100))
        left -= share
        found.append((due_day(issued, part["days"], term["end_of_month"], term["fixed"]), share))
    return found


class Invoice:
    """An issued invoice with its credits and payments. Amounts are in its currency."""

    def __init__(self, case):
        self.issued = date.fromisoformat(case["day"])
        self.split = case["split_payment"]
        self.rate = Decimal(case["exchange_rate"] or 1)
        self.lines = [
            {"price": Decimal(line["unit_price"]), "left": Decimal(line["quantity"]), "vat": line["vat"],
             "net": cents(Decimal(line["quantity"]) * Decimal(line["unit_price"]))}
            for line in case["lines"]
        ]
        taxable = {}
        for line in self.lines:
            taxable[line["vat"]] = taxable.get(line["vat"], 0) + line["net"]
        self.net_left = dict(taxable)
        self.vat_left = {code: cents(net * RATES[code] / 100) for code, net in taxable.items()}
        self.stamp = Decimal(2) if taxable.get("N4", 0) > STAMP_FREE_UP_TO else Decimal(0)
        self.net = sum(taxable.values()) + self.stamp
        self.vat = sum(self.vat_left.values())
        self.to_pay = self.net if self.split else self.net + self.vat
        self.instalments = instalments_of(self.issued, case["term"], self.to_pay)
        self.credited = self.paid = self.advance = Decimal(0)

    @property
    def open(self):
        return max(Decimal(0), self.to_pay - self.credited - self.paid)

    def credit(self, line, quantity=None, amount=None):
        row = self.lines[line]
        if quantity is not None:
            row["left"] -= quantity
            net = row["net"] if row["left"] == 0 else min(row["net"], cents(quantity * row["price"]))
        else:
            net = amount
        row["net"] -= net
        code = row["vat"]
        self.net_left[code] -= net
        vat = self.vat_left[code]
        if self.net_left[code] != 0:
            vat = min(vat, cents(net * RATES[code] / 100))
        self.vat_left[code] -= vat
        taken = net if self.split else net + vat
        freed = max(Decimal(0), taken - self.open)
        self.credited += taken
        self.paid -= freed
        self.advance += freed
        return net, vat

    def state(self):
        status = "sent" if self.paid == 0 else "paid" if self.open == 0 else "partly_paid"
        settled = self.to_pay - self.open
        parts = []
        for due, amount in self.instalments:
            taken = min(amount, settled)
            settled -= taken
            parts.append({"due_date": due.isoformat(), "amount": str(amount), "open_amount": str(amount - taken)})
        return {"status": status, "paid_amount": str(self.paid), "open_amount": str(self.open), "instalments": parts,
                "advance": str(self.advance)}

    def aging(self, day):
        """What is open of each instalment in EUR, by the days since it was due."""
        buckets = {name: Decimal(0) for name in ("not_due", "days_30", "days_60", "days_90", "older")}
        for part in self.state()["instalments"]:
            late = (day - date.fromisoformat(part["due_date"])).days
            name = ("not_due" if late <= 0 else "days_30" if late <= 30 else "days_60" if late <= 60
                    else "days_90" if late <= 90 else "older")
            buckets[name] += cents(Decimal(part["open_amount"]) / self.rate)
        return {name: str(value) for name, value in buckets.items()}


def example(case, steps, as_of):
    """Adds to a case what each step leads to. A step is a function of the invoice that returns its request."""
    invoice = Invoice(case)
    case["expected"] = {"net_amount": str(invoice.net), "vat_amount": str(invoice.vat),
                        "total_amount": str(invoice.net + invoice.vat), "stamp_duty": str(invoice.stamp),
                        "total_amount_eur": str(cents((invoice.net + invoice.vat) / invoice.rate)), **invoice.state()}
    case["steps"] = []
    for step in steps:
        request = step(invoice)
        if request:
            case["steps"].append({**request, "expected": {**request.get("expected", {}), **invoice.state()}})
    case["aging"] = {"as_of": as_of.isoformat(), **invoice.aging(as_of)}
    return case


def pay(share):
    def step(invoice):
        amount = cents(invoice.open * Decimal(share))
        if amount <= 0:
            return None
        invoice.paid += amount
        return {"pay": str(amount)}
    return step


def pay_too_much(invoice):
    """Refused: nothing changes."""
    return {"pay": str(invoice.open + CENT), "refused": "OVER_PAYMENT"} if invoice.open > 0 else None


def credit(line, share=None, amount=None):
    def step(invoice):
        row = invoice.lines[line]
        if share is not None:
            quantity = (row["left"] * Decimal(share)).quantize(Decimal("0.001"), ROUND_DOWN)
            if quantity <= 0:
                return None
            net, vat = invoice.credit(line, quantity=quantity)
            asked = {"quantity": str(quantity)}
        else:
            part = cents(row["net"] * Decimal(amount))
            if part <= 0:
                return None
            net, vat = invoice.credit(line, amount=part)
            asked = {"amount": str(part)}
        return {"credit": {"line": line, **asked},
                "expected": {"credit_net": str(net), "credit_vat": str(vat)}}
    return step


TERMS = [
    {"days": 0, "end_of_month": False, "fixed": 0},
    {"days": 30, "end_of_month": True, "fixed": 0},
    {"days": 60, "end_of_month": True, "fixed": 10},
    {"days": 45, "end_of_month": True, "fixed": 0},
    {"days": 30, "end_of_month": False, "fixed": 31},
    {"days": 90, "end_of_month": True, "fixed": 31},
    {"days": 0, "end_of_month": False, "fixed": 0,
     "instalments": [{"days": 30, "percent": 33.33}, {"days": 60, "percent": 33.33}, {"days": 90, "percent": 33.34}]},
    {"days": 0, "end_of_month": True, "fixed": 0,
     "instalments": [{"days": 90, "percent": 50}, {"days": 30, "percent": 12.5}, {"days": 60, "percent": 37.5}]},
    {"days": 0, "end_of_month": True, "fixed": 15,
     "instalments": [{"days": 30, "percent": 50}, {"days": 60, "percent": 50}]},
]
# The ends of months, also of February in a leap year.
DAYS = ["2024-01-29", "2024-01-30", "2024-01-31", "2024-02-29", "2024-03-31", "2024-08-31", "2024-11-30", "2024-12-31",
        "2025-01-30", "2025-01-31", "2025-02-28", "2025-05-31", "2025-10-31", "2025-12-30", "2025-12-31"]


def invoices(chance):
    cases = []
    for at, day in enumerate(sorted(DAYS * 3)):
        codes = [["22"], ["22", "10"], ["4", "22", "22"], ["N4"], ["10", "N4", "22"]][at % 5]
        currency, rate = ("EUR", None) if at % 4 else chance.choice([("USD", "1.0837"), ("MAD", "10.7125")])
        if currency != "EUR":
            codes = ["N3.1"] * len(codes)
        lines = [{"quantity": str(Decimal(chance.randint(1, 400_000)) / 1000),
                  "unit_price": str(Decimal(chance.randint(1, 900_000)) / 100_000), "vat": code} for code in codes]
        if at % 15 == 3:  # On the border of the stamp duty: none is due up to 77.47.
            lines = [{"quantity": "1", "unit_price": "77.47" if at % 2 else "77.48", "vat": "N4"}]
        case = {"day": day, "currency": currency, "exchange_rate": rate, "lines": lines, "term": TERMS[at % len(TERMS)],
                "split_payment": currency == "EUR" and at % 7 == 2}
        steps = [
            [pay("0.4"), pay_too_much, pay("1")],
            [credit(0, share="0.3"), credit(0, amount="0.5"), pay("0.5"), credit(0, share="1")],
            [pay("1"), credit(0, share="0.5")],
            [credit(0, share="0.333"), credit(0, share="0.333"), credit(0, share="1")],
            [pay("0.25"), credit(0, amount="0.9"), pay("1")],
            [],
        ][at % 6]
        as_of = date.fromisoformat("2026-01-05") + timedelta(days=at % 40)
        cases.append(example(case, steps, as_of))
    return cases


def declarations():
    """Invoices without VAT under a declaration of intent of 1,000.00 EUR: up to the ceiling, never above it."""
    used, cases = Decimal(0), []
    for net in ["400", "500", "100.01", "99.99", "0.01"]:
        fits = used + Decimal(net) <= 1000
        used += Decimal(net) if fits else 0
        cases.append({"net": net, "sent": fits, "warned": fits and used * 100 >= 90 * 1000, "used_amount": str(used)})
    return {"ceiling": "1000", "invoices": cases}


if __name__ == "__main__":
    found = {"invoices": invoices(random.Random(2026)), "declarations": declarations()}
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if "--print" in sys.argv:
        sys.stdout.write(text)
    else:
        OUTPUT.write_text(text)
