"""Runs PyTorch programs and tells what they made.

Reads a JSON list of {"name", "code", "wanted": [expression, …]} from standard input, and prints a JSON
list of {"error"} or {"printed", "values": [{"shape", "data"}, …]}. A warning counts as an error.
With --compile the programs are only compiled. They run in this folder, where the files lie that they read.

PyTorch before 2.0 has no scaled_dot_product_attention: there, what its documentation says it computes stands in
for it, so that what programs assert of it can be asserted.
"""

import contextlib
import io
import json
import sys
import traceback
import warnings


def written(value):
    value = torch.as_tensor(value)
    data = value.to(torch.float64).flatten().tolist()
    return {"shape": list(value.shape), "data": [str(number) for number in data]}


def documented(query, key, value, attn_mask=None, is_causal=False):
    bias = torch.zeros(query.size(-2), key.size(-2), dtype=query.dtype)
    if is_causal:
        bias.masked_fill_(torch.ones(bias.shape, dtype=torch.bool).tril(diagonal=0).logical_not(), float("-inf"))
    if attn_mask is not None and attn_mask.dtype == torch.bool:
        bias = bias.masked_fill(attn_mask.logical_not(), float("-inf"))
    elif attn_mask is not None:
        bias = bias + attn_mask
    scores = query @ key.transpose(-2, -1) / query.size(-1) ** 0.5 + bias
    # A row that reads nothing is 0 there, not NaN.
    return torch.softmax(scores, dim=-1).nan_to_num(0.0) @ value


def run(program):
    code = compile(program["code"], program["name"], "exec")
    if "--compile" in sys.argv:
        return {}
    names, printed = {"__name__": "__main__"}, io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("error")
        exec(code, names)
        values = [written(eval(expression, names)) for expression in program["wanted"]]
    return {"printed": printed.getvalue(), "values": values}


def attempt(program):
    try:
        return run(program)
    except BaseException:
        return {"error": traceback.format_exc(limit=-2)}


if "--compile" not in sys.argv:
    import torch

    functional = torch.nn.functional
    functional.scaled_dot_product_attention = getattr(functional, "scaled_dot_product_attention", documented)
json.dump([attempt(program) for program in json.load(sys.stdin)], sys.stdout)
