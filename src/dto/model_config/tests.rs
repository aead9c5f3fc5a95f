use gpu_cost_core::catalog::{Architecture, Attention};
use gpu_cost_core::requirement::{denoiser_parameters, parameters};

use super::{ModelConfig, Tower, facts, read};
use crate::dto::testing::{assert_issues, assert_mutants};

const QWEN: &str = r#"{
  "model_type": "qwen3_moe", "hidden_size": 2048, "num_hidden_layers": 48, "num_attention_heads": 32,
  "num_key_value_heads": 4, "head_dim": 128, "intermediate_size": 6144, "moe_intermediate_size": 768,
  "num_experts": 128, "num_experts_per_tok": 8, "mlp_only_layers": [], "vocab_size": 151936,
  "tie_word_embeddings": false, "sliding_window": null, "rope_scaling": {"factor": [1, {"2": "3"}]}
}"#;

#[track_caller]
fn shape(text: &str) -> Architecture {
    match read(text) {
        Ok(ModelConfig::Language { architecture, .. }) => architecture,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_issues(&read(text).unwrap_err(), text, expected);
}

#[test]
fn what_is_unknown_is_named() {
    check(
        r#"{"model_type": "qwen4", "hidden_size": 1}"#,
        &[r#"1:16 unknown-name model_type: the id of a known model_type, got "qwen4" (qwen?)"#],
    );
    check(
        r#"{"_class_name": "FluxTransformer3DModel"}"#,
        &[
            r#"1:17 unknown-name _class_name: the id of a known _class_name, got "FluxTransformer3DModel" (FluxTransformer2DModel?)"#,
        ],
    );
    check("{}", &["1:1 missing-field model_type: a text"]);
    check("[]", &["1:1 invalid-type : an object, got a list"]);
    check(r#"{"model_type": "gemma3"}"#, &["1:1 missing-field text_config: an object"]);
    check("{", &["1:2 syntax : JSON (EOF while parsing an object)"]);
}

/// Files without a `model_type` that is known still name a class.
#[test]
fn a_class_names_its_family() {
    const SHAPE: &str = r#""hidden_size": 256, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 1000"#;
    let of = |names: &str| read(&format!("{{{names}, {SHAPE}}}"));
    for (class, name) in [
        ("Qwen2ForCausalLM", "qwen2"),
        ("GPTNeoXForCausalLM", "gpt_neox"),
        ("DeepseekV3ForCausalLM", "deepseek_v3"),
        ("Gemma3ForCausalLM", "gemma3_text"),
        ("LlamaForCausalLM", "llama"),
    ] {
        let named = of(&format!(r#""model_type": "{name}""#)).unwrap();
        assert_eq!(of(&format!(r#""architectures": ["{class}"]"#)).unwrap(), named, "{class}");
        assert_eq!(of(&format!(r#""architectures": ["{class}"], "model_type": "own""#)).unwrap(), named, "{class}");
    }
    assert!(of(r#""architectures": ["OwnForCausalLM"]"#).is_err());
    assert_ne!(of(r#""architectures": ["LlamaForCausalLM"], "model_type": "bloom""#), of(r#""model_type": "llama""#));
}

#[test]
fn every_error_is_found_where_it_is() {
    check(
        "{\"model_type\": \"llama\",\n \"hidden_size\": \"4096\",\n \"num_hidden_layers\": -1,\n \"num_attention_heads\": 0,\n \
         \"vocab_size\": 1e400, \"intermediate_size\": 1.5, \"tie_word_embeddings\": 1}",
        &[
            "2:17 invalid-type hidden_size: a number, got \"4096\"",
            "3:23 out-of-range num_hidden_layers: a whole number from 1 to 4096, got -1",
            "4:25 out-of-range num_attention_heads: a whole number from 1 to 16777216, got 0",
            "5:16 out-of-range vocab_size: a whole number from 1 to 16777216, got 1e400",
            "5:44 out-of-range intermediate_size: a whole number from 1 to 16777216, got 1.5",
            "5:72 invalid-type tie_word_embeddings: true or false, got 1",
        ],
    );
    check(
        r#"{"model_type": "qwen", "num_hidden_layers": 99999999999999999999}"#,
        &[
            "1:1 missing-field hidden_size: a whole number",
            "1:1 missing-field vocab_size: a whole number",
            "1:1 missing-field num_attention_heads: a whole number",
            "1:45 out-of-range num_hidden_layers: a whole number from 1 to 4096, got 99999999999999999999",
        ],
    );
    check(
        r#"{"model_type": "qwen3", "num_hidden_layers": 2, "layer_types": ["full_attention", "swimming"]}"#,
        &["1:64 conflict layer_types: a known kind for each of the layers, got a list"],
    );
    check(
        r#"{"model_type": "nemotron_h", "hybrid_override_pattern": "M*X"}"#,
        &[r#"1:57 conflict hybrid_override_pattern: one of the letters M, *, - and E for each layer, got "M*X""#],
    );
    check(
        r#"{"_class_name": "UNet2DConditionModel", "block_out_channels": [320, 0, 1, 1], "attention_type": "gated"}"#,
        &[
            "1:69 out-of-range block_out_channels[1]: a whole number from 1 to 16777216, got 0",
            r#"1:97 conflict attention_type: "default", got "gated""#,
        ],
    );
}

/// Numbers that are in range one by one, and that no model can have together.
#[test]
fn what_cannot_be_together_is_found() {
    let llama = |keys: &str| {
        format!(r#"{{"model_type": "llama", "num_hidden_layers": 2, "vocab_size": 9, "hidden_size": 4096, {keys}}}"#)
    };
    let heads = "a divisor of hidden_size, or head_dim beside it";
    let kv = "a divisor of the number of attention heads";
    check(&llama(r#""num_attention_heads": 33"#), &[&format!("1:110 conflict num_attention_heads: {heads}, got 33")]);
    assert!(read(&llama(r#""num_attention_heads": 33, "head_dim": 128"#)).is_ok());
    for kv_heads in ["5", "64"] {
        let text = llama(&format!(r#""num_attention_heads": 32, "num_key_value_heads": {kv_heads}"#));
        check(&text, &[&format!("1:137 conflict num_key_value_heads: {kv}, got {kv_heads}")]);
    }
    let few = QWEN.replace(r#""num_experts": 128"#, r#""num_experts": 4"#);
    check(&few, &["4:44 conflict num_experts_per_tok: at most the number of experts, got 8"]);
    let dense = QWEN.replace(r#""mlp_only_layers": []"#, r#""first_k_dense_replace": 100"#);
    check(&dense, &["4:74 conflict first_k_dense_replace: at most the number of layers, got 100"]);
}

#[test]
fn a_text_has_an_end() {
    let issues = read(&format!("{QWEN}{}", " ".repeat(1_000_000))).unwrap_err();
    assert_eq!(issues.iter().map(|issue| issue.code).collect::<Vec<_>>(), ["out-of-range"]);
}

/// The largest numbers that are let in: counts end at `u64::MAX`, and nothing overflows.
#[test]
fn sizes_saturate() {
    let keys = [
        "hidden_size",
        "num_attention_heads",
        "num_key_value_heads",
        "head_dim",
        "intermediate_size",
        "vocab_size",
        "moe_intermediate_size",
        "n_routed_experts",
        "num_experts",
        "num_local_experts",
        "num_experts_per_tok",
        "n_shared_experts",
        "q_lora_rank",
        "kv_lora_rank",
        "qk_nope_head_dim",
        "qk_rope_head_dim",
        "v_head_dim",
        "index_n_heads",
        "index_head_dim",
        "mamba_expand",
        "mamba_d_state",
        "mamba_d_conv",
        "mamba_n_heads",
        "mamba_d_head",
        "linear_num_key_heads",
        "linear_num_value_heads",
        "linear_key_head_dim",
        "conv_L_cache",
        "linear_value_head_dim",
        "num_nextn_predict_layers",
        "max_position_embeddings",
        "block_multiple_of",
        "attention_head_dim",
        "in_channels",
        "out_channels",
        "patch_size",
        "joint_attention_dim",
        "caption_channels",
        "pooled_projection_dim",
        "text_dim",
        "ffn_dim",
        "image_dim",
        "pos_embed_seq_len",
        "num_single_layers",
        "cross_attention_dim",
        "num_class_embeds",
        "num_embeds_ada_norm",
        "text_embed_dim",
        "time_embed_dim",
        "ofs_embed_dim",
        "num_refiner_layers",
        "image_size",
        "spatial_merge_size",
        "scale_factor",
        "out_hidden_size",
        "num_position_embeddings",
        "projector_input_dim",
        "projector_output_dim",
        "vision_output_dim",
        "embed_dim",
        "mlp_ratio",
        "temporal_patch_size",
        "transformer_layers_per_block",
        "layers_per_block",
    ];
    let mut huge: String = keys.iter().map(|key| format!(r#""{key}": 16777216, "#)).collect();
    huge += r#""num_hidden_layers": 4096, "num_layers": 4096, "depth": 4096, "block_out_channels": [16777216, 16777216],
        "down_block_types": ["CrossAttnDownBlock2D", "DownBlock2D"],
        "up_block_types": ["UpBlock2D", "CrossAttnUpBlock2D"]"#;
    for family in super::family::names() {
        if family == "nemotron_h" {
            continue; // its layers are letters
        }
        match read(&format!(r#"{{"model_type": "{family}", "padded_vocab_size": 9, {huge}}}"#)) {
            Ok(ModelConfig::Language { architecture, .. }) => assert!(parameters(&architecture).total > 1 << 60),
            other => panic!("{family}: {other:?}"),
        }
    }
    for joint in super::JOINTS {
        let text =
            format!(r#"{{"model_type": "{}", "text_config": {{{huge}}}, "vision_config": {{{huge}}}}}"#, joint.name);
        assert_eq!(parameters(&shape(&text)).total, u64::MAX, "{}", joint.name);
    }
    for class in super::denoiser::names() {
        match read(&format!(r#"{{"_class_name": "{class}", {huge}}}"#)) {
            Ok(ModelConfig::Denoiser(denoiser)) => assert_eq!(denoiser_parameters(&denoiser), u64::MAX, "{class}"),
            other => panic!("{class}: {other:?}"),
        }
    }
}

#[test]
fn what_vendors_add_does_not_matter() {
    let text = r#"{"model_type": "mamba2", "hidden_size": 64, "num_heads": 4, "head_dim": 32, "vocab_size": 99,
        "time_step_limit": [0.0, Infinity], "note": "a \"NaN\" and Infinity\\", "more": [-Infinity, NaN]}"#;
    assert!(parameters(&shape(text)).total > 0);
    let nested = format!("{{\"model_type\": \"llama\", \"x\": {}1{}}}", "[".repeat(100), "]".repeat(100));
    assert_eq!(parameters(&shape(&nested)).total, 6_738_415_616);
    let deep = format!("{{\"text_config\": {}{{}}{}}}", "{\"text_config\": ".repeat(10_000), "}".repeat(10_000));
    assert!(read(&deep).is_err());
}

/// Only one text inside of another is looked into.
#[test]
fn nested_texts() {
    check(
        r#"{"text_config": {"text_config": {"model_type": "llama"}}}"#,
        &["1:17 missing-field text_config.model_type: a text"],
    );
    let text = r#"{"model_type": "kimi_vl", "text_config": {"model_type": "deepseek_v3", "num_hidden_layers": 4}}"#;
    assert!(matches!(read(text), Ok(ModelConfig::Language { tower: Tower::NotCounted, .. })));
    let text = r#"{"model_type": "llava", "text_config": {"model_type": "mistral"}, "vision_config": {"model_type": "pixtral"}}"#;
    assert!(matches!(read(text), Ok(ModelConfig::Language { tower: Tower::NotCounted, .. })));
}

#[test]
fn a_family_has_the_name_that_the_configuration_gives_it() {
    for (text, family) in [
        (r#"{"model_type": "llama"}"#, "llama"),
        (r#"{"model_type": "kimi_vl", "text_config": {"model_type": "deepseek_v3"}}"#, "kimi_vl"),
        (r#"{"text_config": {"model_type": "deepseek_v3"}}"#, "deepseek_v3"),
        (r#"{"_class_name": "FluxTransformer2DModel"}"#, "FluxTransformer2DModel"),
    ] {
        assert_eq!(facts(text).unwrap().family, family, "{text}");
    }
}

/// Every second layer of Gemma 2 has a window, every layer of Mistral 7B, none of it where the window is null.
#[test]
fn windows() {
    let layers = |text: &str| {
        let Architecture { layers, attention_layers, windowed_layers, window, .. } = shape(text);
        assert_eq!(layers, attention_layers);
        (windowed_layers, window)
    };
    assert_eq!(layers(r#"{"model_type": "gemma2"}"#), (13, 4096));
    assert_eq!(layers(r#"{"model_type": "gemma3_text", "sliding_window": 512}"#), (22, 512));
    assert_eq!(layers(r#"{"model_type": "mistral"}"#), (32, 4096));
    assert_eq!(layers(r#"{"model_type": "mistral", "sliding_window": null}"#), (0, 0));
    assert_eq!(layers(r#"{"model_type": "qwen2", "sliding_window": 99, "use_sliding_window": false}"#), (0, 0));
    let windowed = r#"{"model_type": "qwen2", "sliding_window": 99, "use_sliding_window": true}"#;
    assert_eq!(layers(windowed), (4, 99));
    let pattern = r#"{"model_type": "exaone4", "sliding_window": 99, "sliding_window_pattern": "LLLG"}"#;
    assert_eq!(layers(pattern), (24, 99));
}

#[test]
fn null_is_not_absent() {
    let ranks = |text: &str| match shape(text).attention {
        Attention::Latent { q_rank, .. } => q_rank,
        Attention::Grouped { .. } => None,
    };
    assert_eq!(ranks(r#"{"model_type": "deepseek_v3"}"#), Some(1536));
    assert_eq!(ranks(r#"{"model_type": "deepseek_v3", "q_lora_rank": null}"#), None);
}

#[test]
fn mutants_are_read_or_refused_with_their_place() {
    assert_mutants(QWEN, read);
}
